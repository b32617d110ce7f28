import { jobPictures } from './job-pictures.ts'
import { dialogOf, panel, type Picture, WINDOW } from './picture.ts'

/** Before the first page: an invitation, recovery codes, sign-in; and what a colleague asks for. */
const arrivals: readonly Picture[] = [
  {
    file: 'invitation',
    alt: 'The invitation: name, e-mail, and the choice between 通行密钥 and 密码和验证器',
    who: 'colleague',
    parts: (page) => [page.getByRole('region', { name: '接受邀请' })],
  },
  {
    file: 'recovery-codes',
    alt: 'Ten recovery codes with 复制全部 and 下载, and the box 我已保存 above 进入控制台',
    who: 'colleague',
    async act(page) {
      await page.getByRole('button', { name: '创建通行密钥' }).click()
      const code = page.getByRole('list', { name: '恢复码' }).locator('code').first()
      await code.waitFor()
      // not even codes of a shop that is gone stand in a handbook
      await page.evaluate(
        `document.querySelectorAll('.recovery-codes code').forEach((code) => (code.textContent = 'XXXX-XXXX-XXXX-XXXX'))`,
      )
    },
    parts: (page) => [page.getByRole('region', { name: '恢复码' })],
  },
  {
    file: 'beyond-the-sum',
    alt: 'After 执行: the action waits for the signature of another owner or finance',
    who: 'colleague',
    async act(page) {
      await page.getByLabel('我已保存').check()
      await page.getByRole('button', { name: '进入控制台' }).click()
      await page.getByRole('link', { name: '调整积分' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('用户').fill('demo-003@demo.invalid')
      await dialog.getByLabel('增加').fill('120000')
      await dialog.getByLabel('原因').fill('企业试用，合同已签')
      await dialog.getByRole('button', { name: '预览' }).click()
      await dialog.getByRole('button', { name: '执行' }).click()
      await dialog.getByText('还没有执行').waitFor()
    },
    parts: dialogOf,
  },
  {
    file: 'sign-in',
    alt: 'The sign-in page: 用通行密钥登录 above e-mail, password and the code of the authenticator',
    who: 'stranger',
    path: () => '/',
    parts: (page) => [
      page.getByRole('heading', { name: '登录控制台' }),
      page.getByRole('region', { name: '登录' }),
    ],
  },
]

const pages: readonly Picture[] = [
  {
    file: 'first-page',
    alt: 'The first page: what waits for a person, the figures of today, and the rail with all pages',
    path: () => '/',
    parts: (page) => [
      page.locator('.op-bar'),
      page.getByRole('heading', { level: 1 }),
      page.getByRole('navigation', { name: '关键数字' }),
    ],
  },
  {
    file: 'figures',
    alt: 'Revenue by day, success of payments, sources of traffic, credit owed to customers, and the state of the system',
    parts: (page) => [page.locator('.op-grid'), page.getByRole('list', { name: '系统' })],
  },
  {
    file: 'sign-request',
    alt: 'A request under 待签字, with 拒绝 and 查看并签字',
    path: () => '/signatures',
    parts: (page) => [page.getByRole('heading', { level: 1 }), panel(page, '调整积分')],
  },
  {
    file: 'plan',
    alt: 'A plan with a lower price typed in, beside the card that customers will see',
    path: () => '/plans/plan?plan=standard',
    async act(page) {
      // else the bar with 预览并保存 lies over the fields
      await page.setViewportSize({ width: WINDOW.width, height: 1800 })
      const price = await page.getByLabel('价格', { exact: true }).inputValue()
      await page.getByLabel('划线价').fill(price)
      await page.getByLabel('价格', { exact: true }).fill(String(Number(price) - 10))
    },
    parts: (page) => [
      page.locator('.op-back'),
      page.getByRole('region', { name: '价格与积分' }),
      panel(page, '顾客看到的样子'),
    ],
  },
  {
    file: 'announcement',
    alt: 'An announcement that is being written, beside the banner as phones show it, light and dark',
    path: () => '/announcements/announcement',
    async act(page) {
      await page
        .getByRole('textbox', { name: '内容' })
        .fill('周六凌晨 2:00–3:00 维护，期间可能有几秒钟不能下单。')
    },
    parts: (page) => [
      page.locator('.op-back'),
      page.getByRole('region', { name: '内容' }),
      panel(page, '顾客看到的样子'),
    ],
  },
  {
    file: 'close-of-day',
    alt: 'The close of yesterday: sums by currency, checks, and 导出 CSV at the top',
    path: () => '/books',
    async act(page) {
      await page.getByRole('link', { name: '昨天' }).click()
      await page
        .getByRole('link', { name: '昨天', exact: true })
        .and(page.locator('[aria-current]'))
        .waitFor()
      await page.getByRole('button', { name: '与支付平台核对' }).click()
      await page.getByText(/与支付平台(一致|有)|还没有可以比较的付款/).waitFor()
    },
    parts: (page) => [page.locator('.op-head'), page.locator('.columns')],
  },
  {
    file: 'checks',
    alt: 'All checks of the shop after 全部检查, each with what was found',
    path: () => '/settings',
    async act(page) {
      await page.getByRole('button', { name: '全部检查' }).click()
      await page
        .getByRole('region', { name: '检查' })
        .getByRole('status')
        .getByText(/正常 \d+/)
        .waitFor()
    },
    parts: (page) => [page.locator('.op-head'), page.getByRole('region', { name: '检查' })],
  },
  {
    file: 'staff',
    alt: 'Colleagues with their roles and ways to sign in, and the menu 更改 of one of them',
    path: () => '/staff',
    async act(page) {
      await page.getByRole('button', { name: '更改 陈静' }).click()
      await page.getByRole('button', { name: '重置登录方式' }).waitFor()
    },
    parts: (page) => [
      page.locator('.op-head'),
      page.getByRole('region', { name: '同事' }),
      // the last of the menu
      page.getByRole('button', { name: '停用', exact: true }),
    ],
  },
]

/** Every picture of the handbook, in the order in which they are taken. */
export const PICTURES: readonly Picture[] = [...arrivals, ...jobPictures, ...pages]
