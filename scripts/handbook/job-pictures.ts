import { dialogOf, type Picture, previewAction } from './picture.ts'
import { CUSTOMER_EMAIL, PASSKEY_CUSTOMER_EMAIL } from './stage.ts'

const orderPath = (orderNo: string) => `/orders/order?order=${orderNo}`
const userPath = (email: string) => `/users/user?user=${encodeURIComponent(email)}`
const CUSTOMER_PATH = userPath(CUSTOMER_EMAIL)

/** The jobs of a day. */
export const jobPictures: readonly Picture[] = [
  {
    file: 'find',
    alt: 'The search with a pasted e-mail address: the user and what belongs to them',
    path: () => '/',
    async act(page) {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('button', { name: /^查找/ }).click()
      await page.getByRole('combobox').fill(CUSTOMER_EMAIL)
      await page
        .getByRole('option', { name: /林小满/ })
        .first()
        .waitFor()
    },
    parts: dialogOf,
  },
  {
    file: 'order',
    alt: 'An order: 重查, 重发收据, 补单 and 退款 at the top, then what the provider says and everything that happened',
    path: ({ orderNo }) => orderPath(orderNo),
    async act(page) {
      await page.getByText('已收款').first().waitFor()
    },
    parts: (page) => [page.locator('.op-back'), page.locator('.columns')],
  },
  {
    file: 'recheck',
    alt: 'The result of 重查订单: the state before and after, and what the provider says',
    async act(page) {
      await page.getByRole('button', { name: '重查', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: '执行' }).click()
      await dialog.getByRole('region', { name: '结果' }).waitFor()
    },
    parts: dialogOf,
  },
  {
    file: 'refund',
    alt: 'The preview of a refund by the policy: paid, granted, used, left, then the money and the credit that go back',
    path: ({ orderNo }) => orderPath(orderNo),
    act: (page) => previewAction(page, '退款'),
    parts: dialogOf,
  },
  {
    file: 'part-refund',
    alt: 'The preview of a refund of ¥10.00 with a reason that the buyer sees',
    path: ({ orderNo }) => orderPath(orderNo),
    act: (page) => previewAction(page, '退款', { 金额: '10', 原因: '活动差价' }),
    parts: dialogOf,
  },
  {
    file: 'recover',
    alt: 'The preview of 补单: what the provider has of the payment, and that there is nothing to book yet',
    path: ({ unpaidOrderNo }) => orderPath(unpaidOrderNo),
    act: (page) => previewAction(page, '补单', { 原因: '顾客发来扣款截图' }),
    parts: dialogOf,
  },
  {
    file: 'user',
    alt: 'A user: 调整积分, 结束登录, 停用账户 and 注销账户 at the top, then credit by lot, movements, orders and devices',
    path: () => CUSTOMER_PATH,
    parts: (page) => [page.locator('.op-back'), page.locator('.columns')],
  },
  {
    file: 'adjust-credit',
    alt: 'The preview of 调整积分: 500 more, with a reason that the user sees',
    path: () => CUSTOMER_PATH,
    act: (page) => previewAction(page, '调整积分', { 增加: '500', 原因: '多等了一天的补偿' }),
    parts: dialogOf,
  },
  {
    file: 'invoices',
    alt: 'Invoices that wait for somebody, the oldest first, each with its state',
    path: () => '/invoices?open=1',
    parts: (page) => [page.locator('.op-head'), page.locator('.list-panel')],
  },
  {
    file: 'issue-invoice',
    alt: 'The preview of 登记开票: whom it is made out to, the sum, and the number that was typed in',
    path: () => '/invoices?open=1&state=requested',
    async act(page) {
      await page.locator('.list-panel a.row-link').first().click()
      await previewAction(page, '开具', { 发票号码: '26310000000012345678' })
    },
    parts: dialogOf,
  },
  {
    file: 'change-email',
    alt: 'The preview of 换绑邮箱: whose address becomes which, when, and that a colleague signs',
    path: () => CUSTOMER_PATH,
    act: (page) =>
      previewAction(page, '换绑邮箱', {
        新邮箱: 'lin.new@customer.example',
        原因: '回拨了合同上的电话，看过付款的对账单',
      }),
    parts: dialogOf,
  },
  {
    file: 'remove-second-factor',
    alt: 'The preview of 关闭两步验证: what goes and what stays, when, who is told, and that a colleague signs',
    path: () => userPath(PASSKEY_CUSTOMER_EMAIL),
    act: (page) => previewAction(page, '关闭两步验证', { 原因: '手机丢了，回拨了合同上的电话' }),
    parts: dialogOf,
  },
  {
    file: 'end-sessions',
    alt: 'The preview of 结束登录: all devices are signed out',
    path: () => CUSTOMER_PATH,
    act: (page) => previewAction(page, '结束登录'),
    parts: dialogOf,
  },
  {
    file: 'mails',
    alt: 'The list of mails: one was given up because there is no such mailbox, with 补发 at its end',
    path: () => '/mails',
    parts: (page) => [page.locator('.op-head'), page.locator('.list-panel')],
  },
  {
    file: 'events',
    alt: 'Events of the provider, each with its order and 重放',
    path: ({ orderNo }) => `/events?order=${orderNo}`,
    parts: (page) => [page.locator('.op-head'), page.locator('.list-panel')],
  },
]
