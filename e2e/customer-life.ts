import { type Browser, expect, type Page, type Request } from '@playwright/test'
import { expectEnd, pay, typeCard } from './checkout.ts'
import { fillInLogin, fillInRegistration } from './customer.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { watch } from './watch.ts'

/** A call as the browser sent it. */
export interface SentCall {
  method: string
  path: string
  query: Record<string, string>
  /** Undefined where the request had no body. */
  body: Record<string, unknown> | undefined
  headers: Record<string, string>
}

export interface CustomerLife {
  /** In the order in which they left the browser. */
  calls: SentCall[]
  /** What was typed as password at registration, at its change and at its reset. */
  passwords: { first: string; changed: string; reset: string }
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

/**
 * One customer does on the pages all that the original specification has a call for; what the browser
 * sends to our API meanwhile is written down.
 */
export async function liveAsCustomer(
  browser: Browser,
  options: ContextOptions,
): Promise<CustomerLife> {
  const context = await browser.newContext(options)
  const problems = watch(context)
  const sent: Promise<SentCall>[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/clients/')) sent.push(callOf(request))
  })
  const page = await context.newPage()
  const passwords = {
    first: 'an-arc-between-two-shores',
    changed: 'eight-points-of-light',
    reset: 'nine-points-of-light',
  }
  const inbox = openInbox(context.request)
  await page.goto('/account/register')
  await fillInRegistration(page, inbox, passwords.first)
  await fillInLogin(page, { email: inbox.address, password: passwords.first })
  await expect(page.getByText('还没有订单')).toBeVisible()
  await expect(page.getByText('Windows')).toBeVisible()
  await buy(page)
  await siftOrders(page)
  await changePassword(page, passwords)
  const next = openInbox(context.request)
  await changeEmail(page, next)
  await page.getByRole('button', { name: '账户菜单' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/')
  await resetPassword(page, next, passwords.reset)
  await page.waitForLoadState('networkidle')
  const calls = await Promise.all(sent)
  await context.close()
  expect(problems, 'what went wrong in the pages').toEqual([])
  return { calls, passwords }
}

async function buy(page: Page): Promise<void> {
  await page.goto('/account/recharge?plan=standard&num=2')
  await typeCard(page, 'good')
  await pay(page, '¥99.80')
  await expectEnd(page, '已到账')
}

async function siftOrders(page: Page): Promise<void> {
  await page.goto('/account/orders')
  await expect(page.getByRole('row').filter({ hasText: '标准版 × 2' })).toBeVisible()
  await page.getByRole('link', { name: '待支付', exact: true }).click()
  await expect(page.getByText('标准版 × 2')).toBeHidden()
}

async function changePassword(
  page: Page,
  { first, changed }: CustomerLife['passwords'],
): Promise<void> {
  await page.goto('/account/change-password')
  await page.getByLabel('当前密码').fill(first)
  await page.getByLabel('新密码').fill(changed)
  await page.getByLabel('确认密码').fill(changed)
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page).toHaveURL('/account/home')
}

async function changeEmail(page: Page, next: Inbox): Promise<void> {
  await page.goto('/account/change-email')
  await page.getByLabel('新邮箱').fill(next.address)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByLabel('验证码').fill(await next.code())
  await page.getByRole('button', { name: '修改邮箱' }).click()
  await expect(page).toHaveURL('/account/home')
}

async function resetPassword(page: Page, inbox: Inbox, password: string): Promise<void> {
  await page.goto('/account/reset-password')
  await page.getByLabel('邮箱', { exact: true }).fill(inbox.address)
  await page.getByRole('button', { name: '发送重置邮件' }).click()
  await expect(page.getByText('邮件已经发出')).toBeVisible()
  await page.goto(await inbox.link('token'))
  await page.getByLabel('新密码').fill(password)
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page).toHaveURL('/account/login')
}

async function callOf(request: Request): Promise<SentCall> {
  const { pathname, searchParams } = new URL(request.url())
  const data = request.postData()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every body of the contract is an object
  const body = data === null ? undefined : (JSON.parse(data) as Record<string, unknown>)
  return {
    method: request.method(),
    path: pathname,
    query: Object.fromEntries(searchParams),
    body,
    headers: await request.allHeaders(),
  }
}
