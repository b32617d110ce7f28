import { api } from '#contract/api.ts'
import { expect, test } from '../fixtures/test.ts'

test('§2 legacy header, §4 legacy log out, §9 legacy log-out delay: its links lead to the .html addresses; after a log-out the login page opens half a second after the answer', async ({
  page,
  customer: _,
  inspect,
}) => {
  await page.goto('/account/login2')
  await page.getByRole('banner').getByRole('link', { name: '产品套餐' }).click()
  await expect(page).toHaveURL('/plans.html')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto('/account/home2')
  const leave = page.getByRole('banner').getByRole('button', { name: '退出' })
  await expect(leave).toBeVisible()
  await inspect()

  const answered = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith(api.account.logout.path),
  )
  const left = page.waitForRequest((request) => request.isNavigationRequest())
  await leave.click()
  // on a busy machine Playwright reports the end after the page has received the answer
  const { responseStart, startTime } = (await answered).timing()
  const next = await left
  // complete when its answer has arrived
  await next.response()
  const waited = next.timing().startTime - (startTime + responseStart)
  expect(waited).toBeGreaterThanOrEqual(495)
  expect(waited).toBeLessThan(2_000)
  await expect(page).toHaveURL('/account/login')
})
