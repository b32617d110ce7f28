import type { Page } from 'playwright'

/** What the pictures show of the shop, beside the first page. */
export interface Stage {
  consoleUrl: string
  /** Of the customer: paid, and its receipt not delivered. */
  orderNo: string
  unpaidOrderNo: string
  /** E-mail addresses; the login of the second one needs a passkey. */
  customer: string
  passkeyCustomer: string
}

/** A picture of the handbook: where it is, what of the page it shows, what to click before. */
export interface Picture {
  /** Name of its file, without the ending. */
  file: string
  /** In the console; null: where this browser is. */
  path: ((stage: Stage) => string) | string | null
  /** Selectors of the parts that the picture has room for. */
  parts: readonly string[]
  act?: (page: Page) => Promise<unknown>
}

const DIALOG = ['role=dialog']
const LIST = ['.op-head', '.list-panel']
const COLUMNS = ['.op-back', '.columns']
const region = (name: string) => `role=region[name="${name}"]`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const order = ({ orderNo }: Stage) => `/orders/order?order=${orderNo}`
const user = ({ customer }: Stage) => `/users/user?user=${customer}`

/** Opens an action of the page, fills in its fields and asks for the preview. */
function preview(button: string, fields: Readonly<Record<string, string>> = {}) {
  return async (page: Page): Promise<void> => {
    await press(page, button)
    const dialog = page.getByRole('dialog')
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
    await dialog.getByRole('button', { name: '预览' }).click()
    await dialog.getByRole('region', { name: '变更预览' }).waitFor()
  }
}

function shot(
  file: string,
  path: Picture['path'],
  parts: readonly string[],
  act?: Picture['act'],
): Picture {
  return { file, path, parts, ...(act && { act }) }
}

/** Of a colleague who has opened an invitation. */
export const ARRIVAL: readonly Picture[] = [
  shot('invitation', null, [region('接受邀请')]),
  shot('recovery-codes', null, [region('恢复码')], async (page) => {
    await press(page, '创建通行密钥')
    await page.getByRole('list', { name: '恢复码' }).locator('code').first().waitFor()
    // not even codes of a shop that is gone stand in a handbook
    await page.evaluate(
      `document.querySelectorAll('.recovery-codes code').forEach((code) => (code.textContent = 'XXXX-XXXX-XXXX-XXXX'))`,
    )
  }),
  shot('beyond-the-sum', null, DIALOG, async (page) => {
    await page.getByLabel('我已保存').check()
    await press(page, '进入控制台')
    await page.getByRole('link', { name: '调整积分' }).waitFor()
    const fields = { 用户: 'demo-003@demo.invalid', 增加: '120000', 原因: '企业试用，合同已签' }
    await page.getByRole('link', { name: '调整积分' }).click()
    const dialog = page.getByRole('dialog')
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
    await dialog.getByRole('button', { name: '预览' }).click()
    await dialog.getByRole('button', { name: '执行' }).click()
    await dialog.getByText('还没有执行').waitFor()
  }),
]

/** Of the owner, in the order in which they are taken. */
export const PICTURES: readonly Picture[] = [
  shot('find', '/', DIALOG, async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: /^查找/ }).click()
    await page.getByRole('combobox').fill('lin@customer.example')
    await page
      .getByRole('option', { name: /林小满/ })
      .first()
      .waitFor()
  }),
  shot('order', order, COLUMNS, seen('已收款')),
  shot('recheck', null, DIALOG, async (page) => {
    await press(page, '重查')
    await page.getByRole('dialog').getByRole('button', { name: '执行' }).click()
    await page.getByRole('dialog').getByRole('region', { name: '结果' }).waitFor()
  }),
  shot('refund', order, DIALOG, preview('退款')),
  shot('part-refund', order, DIALOG, preview('退款', { 金额: '10', 原因: '活动差价' })),
  shot(
    'recover',
    ({ unpaidOrderNo }) => `/orders/order?order=${unpaidOrderNo}`,
    DIALOG,
    preview('补单', { 原因: '顾客发来扣款截图' }),
  ),
  shot('user', user, COLUMNS),
  shot('adjust-credit', user, DIALOG, preview('调整积分', { 增加: '500', 原因: '等待的补偿' })),
  shot('invoices', '/invoices?open=1', LIST),
  shot('issue-invoice', '/invoices?open=1&state=requested', DIALOG, async (page) => {
    await page.locator('.list-panel a.row-link').first().click()
    await preview('开具', { 发票号码: '26310000000012345678' })(page)
  }),
  shot(
    'change-email',
    user,
    DIALOG,
    preview('换绑邮箱', {
      新邮箱: 'lin.new@customer.example',
      原因: '回拨了合同上的电话，看过付款的对账单',
    }),
  ),
  shot(
    'remove-second-factor',
    ({ passkeyCustomer }) => `/users/user?user=${passkeyCustomer}`,
    DIALOG,
    preview('关闭两步验证', { 原因: '手机丢了，回拨了合同上的电话' }),
  ),
  shot('end-sessions', user, DIALOG, preview('结束登录')),
  shot('mails', '/mails', LIST),
  shot('events', ({ orderNo }) => `/events?order=${orderNo}`, LIST),
  shot('first-page', '/', ['.op-bar', 'h1', 'role=navigation[name="关键数字"]']),
  shot('figures', null, ['.op-grid', 'role=list[name="系统"]']),
  shot('sign-request', '/signatures', ['h1', region('调整积分')]),
  shot(
    'plan',
    '/plans/plan?plan=standard',
    ['.op-back', region('价格与积分'), region('顾客看到的样子')],
    async (page) => {
      // else the bar with 预览并保存 lies over the fields
      await page.setViewportSize({ width: 1280, height: 1800 })
      const price = page.getByLabel('价格', { exact: true })
      const former = await price.inputValue()
      await page.getByLabel('划线价').fill(former)
      await price.fill(String(Number(former) - 10))
    },
  ),
  shot(
    'announcement',
    '/announcements/announcement',
    ['.op-back', region('内容'), region('顾客看到的样子')],
    (page) =>
      page
        .getByRole('textbox', { name: '内容' })
        .fill('周六凌晨 2:00–3:00 维护，期间可能有几秒钟不能下单。'),
  ),
  shot('close-of-day', '/books', ['.op-head', region('关账')], async (page) => {
    const yesterday = page.getByRole('link', { name: '昨天', exact: true })
    await yesterday.click()
    await yesterday.and(page.locator('[aria-current]')).waitFor()
    await press(page, '与支付平台核对')
    await seen(/与支付平台(一致|有)|还没有可以比较的付款/)(page)
    await press(page, '关账')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '执行' }).click()
    await dialog.getByRole('button', { name: '完成' }).click()
    await seen('关账后没有变动。')(page)
  }),
  shot('checks', '/settings', ['.op-head', region('检查')], async (page) => {
    await press(page, '全部检查')
    const checks = page.getByRole('region', { name: '检查' })
    await checks
      .getByRole('status')
      .getByText(/正常 \d+/)
      .waitFor()
  }),
  // the last of the menu, so that all of it is shown
  shot(
    'staff',
    '/staff',
    ['.op-head', region('同事'), 'role=button[name="停用"s]'],
    async (page) => {
      await press(page, '更改 陈静')
      await page.getByRole('button', { name: '重置登录方式' }).waitFor()
    },
  ),
]

/** Of somebody who has not signed in. */
export const SIGN_IN = shot('sign-in', '/', [
  'role=heading[name="登录控制台"]',
  'role=region[name="登录"s]',
])
