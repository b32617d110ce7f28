import { fillInLogin, logIn } from '../fixtures/customer.ts'
import { inspectPage } from '../fixtures/inspect-page.ts'
import { expect, test } from '../fixtures/test.ts'

const NEW_PASSWORD = 'eight-points-of-light'

test('a login on a new device is mailed; 非本人操作 logs every device out, and a new password logs in', async ({
  page,
  browser,
  request,
  baseURL,
  customer,
  inbox,
  expectedProblems,
  inspect,
}) => {
  test.slow()
  await page.goto('/account/home')
  await expect(page.getByText('还没有订单')).toBeVisible()
  // somebody else knows the password
  await logIn(request, customer)
  await inbox.untilMailSays('新设备登录', '时间：', '设备：', 'IP：')

  const link = await inbox.link('not-me')
  await using elsewhere = await browser.newContext({ baseURL: baseURL! })
  const mail = await elsewhere.newPage()
  await mail.goto(link)
  await expect(
    mail.getByRole('heading', { name: '非本人操作', exact: true, level: 1 }),
  ).toBeVisible()
  await expect(mail).toHaveURL('/account/reset-password')
  await inspectPage(mail)
  await mail.getByRole('button', { name: '退出所有设备并重置密码' }).click()
  await expect(mail.getByText('设置新密码的链接已发送到')).toBeVisible()
  await inspectPage(mail)

  expectedProblems.push('401 GET /clients/web/recharge/order/list')
  await page.goto('/account/orders')
  await expect(page).toHaveURL(/\/account\/login/)
  // the csrf token ended with the session: the page fetches a new one and repeats the call
  expectedProblems.push('403 POST /clients/web/auth/login')
  expectedProblems.push('403 POST /clients/web/auth/login')
  await fillInLogin(page, customer)
  await expect(page.getByText('该密码已停用')).toBeVisible()
  await inspect()

  await mail.goto(link)
  await mail.getByRole('button', { name: '退出所有设备并重置密码' }).click()
  await expect(mail.getByText('链接已失效')).toBeVisible()
  await inspectPage(mail)

  await page.goto(await inbox.link('token'))
  await page.getByRole('textbox', { name: '新密码', exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('textbox', { name: '确认密码', exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page).toHaveURL('/account/login')
  await fillInLogin(page, { ...customer, password: NEW_PASSWORD })
  await expect(page).toHaveURL('/account/home')
})
