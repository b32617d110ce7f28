import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { untilBooted, untilLoaded } from '../fixtures/boot-page.ts'
import { expect, test } from '../fixtures/test.ts'
import { recordToasts, locateToasts } from '../fixtures/record-toasts.ts'

// Envelope, error catalogue and limits of the original specification, in a browser.

const LIST = api.recharge.orderList.path
const NO_ORDERS = { list: [], total: 0, page: 1, pageSize: 10 }

/** Answers the order list with the latest given body. */
function answerList(page: Page): (body: object) => Promise<void> {
  return async (json) => {
    await page.unroute(`**${LIST}?*`)
    await page.route(`**${LIST}?*`, (route) => route.fulfill({ json }))
  }
}

test('§7 envelope, §8 refusal in a 2xx: 200, 0, "200", "0", "ok" and "true" are success; all else rejects without a toast, HTML too', async ({
  page,
  customer: _,
}) => {
  const answers = answerList(page)
  const recorded = await recordToasts(page)
  for (const statusCode of [200, 0, '200', '0', 'ok', 'true']) {
    await answers({ statusCode, message: '', data: NO_ORDERS })
    await page.goto('/account/orders')
    await expect(page.getByText('还没有订单'), `statusCode ${statusCode}`).toBeVisible()
  }
  for (const statusCode of [201, 500, 'OK', 'success', true, null, undefined]) {
    await answers({ statusCode, message: '稍后再看', data: NO_ORDERS })
    await page.goto('/account/orders')
    const alert = page.getByRole('alert')
    await expect(alert, `statusCode ${statusCode}`).toContainText('订单加载失败')
  }
  await page.route(`**${LIST}?*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sorry</h1>' }),
  )
  await page.goto('/account/orders')
  await expect(page.getByText('订单加载失败：服务器异常：200')).toBeVisible()
  expect(recorded).toEqual([])
})

test('§8 time-out, §9 request time-out, §9 toast: after 10 s without an answer the call fails with a toast, 8 px from the top for 3 s', async ({
  page,
  customer: _,
}) => {
  await page.clock.install()
  await page.goto('/account/edit')
  // a call that still ran would time out with the clock
  await untilLoaded(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const { path } = api.account.editProfile
  await page.route(`**${path}`, () => new Promise<void>(() => undefined), { times: 1 })
  const nickname = page.getByLabel('昵称')
  await nickname.fill('等了十秒的人')
  const asked = page.waitForRequest(`**${path}`)
  await page.getByRole('button', { name: '保存' }).click()
  await asked
  await page.clock.runFor(9_999)
  await expect(locateToasts(page)).toHaveCount(0)
  await page.clock.runFor(1)
  const toast = locateToasts(page)
  await expect(toast).toHaveText('请求超时，请稍后再试')
  await expect(nickname).toHaveValue('等了十秒的人')
  await toast.evaluate((element) =>
    Promise.all(element.getAnimations().map((animation) => animation.finished)),
  )
  expect((await toast.boundingBox())?.y).toBe(8)
  await page.clock.runFor(2_999)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(toast).toHaveCount(0)
})

test('§8 chunk, §9 chunk time-out: a script that does not load in 120 s is a chunk-load error', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/account/login')
  await untilBooted(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route('**/*register-page*.js', () => new Promise<void>(() => undefined))
  const asked = page.waitForRequest('**/*register-page*.js')
  await page.getByRole('link', { name: '用邮箱注册' }).click()
  await asked
  const again = page.getByRole('button', { name: '重新加载' })
  await page.clock.runFor(119_900)
  await expect(again).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(again).toBeVisible()
})

test('§5 form messages, §5 captcha: missing, too short or invalid values show Chinese errors, and nothing is sent', async ({
  page,
}) => {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await page.goto('/account/register')
  await untilBooted(page)
  const submit = page.getByRole('button', { name: '注册', exact: true })
  await submit.click()
  for (const sentence of [
    '请输入邮箱',
    '请输入验证码',
    '请输入密码',
    '请先阅读并同意服务条款和隐私政策',
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()

  await page.getByRole('textbox', { name: '邮箱', exact: true }).fill('no-address')
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('short')
  await submit.click()
  await expect(page.getByText('请输入正确的邮箱地址', { exact: true })).toBeVisible()
  await expect(page.getByText('密码最少 8 个字符', { exact: true })).toBeVisible()
  expect(posts).toEqual([])
})
