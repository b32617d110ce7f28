import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expectResultPage, pressPay, typeCard } from '../fixtures/checkout.ts'
import { fillInLogin, logIn, openProfile } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectCreditedOnce } from '../fixtures/ledger.ts'
import { unansweredRequest } from '../fixtures/record-problems.ts'

const SAVE = api.account.editProfile.path
const nickname = (page: Page) => page.getByLabel('昵称')
const save = (page: Page) => page.getByRole('button', { name: '保存' })

test('clicking pay repeatedly pays once, and going back skips the form', async ({
  page,
  customer: _,
}) => {
  await page.goto('/account/recharge-center')
  await page.getByRole('link', { name: /^去支付\s?体验版$/ }).click()
  await expect(page).toHaveURL('/account/recharge?plan=trial')
  await typeCard(page, 'good')
  await page.getByRole('button', { name: '立即支付 ¥19.90', exact: true }).dblclick()
  await expectResultPage(page, '已到账')

  await page.goBack()
  await expect(page).toHaveURL('/account/recharge-center')
  await page.goForward()
  await expectResultPage(page, '已到账')
  await page.reload()
  await expectResultPage(page, '已到账')
  await expectCreditedOnce(page.request, 2000)
})

test('going back from the bank’s page shows an empty card form', async ({ page, customer: _ }) => {
  await page.goto('/account/recharge?plan=trial')
  await typeCard(page, 'challenged')
  await pressPay(page, '¥19.90')
  await page.getByRole('button', { name: '同意支付' }).click()
  await expectResultPage(page, '已到账')
  await expect(async () => {
    await page.goBack()
    await expect(page).toHaveURL('/account/recharge?plan=trial', { timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: /^立即支付/ }).click()
  await expect(page.getByText('请输入卡号')).toBeVisible()
  await expectCreditedOnce(page.request, 2000)
})

test('§4 expired login: the next click after a log-out in another tab leads to the login and back', async ({
  page,
  context,
  account,
  customer: _,
  request,
  expectedProblems,
}) => {
  await logIn(request, account)
  await openProfile(page)
  const logOutDevice = page.getByRole('button', { name: /^退出 .+，登录于/ })
  await expect(logOutDevice).toBeVisible()

  const other = await context.newPage()
  await other.goto('/account/orders')
  await other.getByRole('button', { name: '账户菜单' }).click()
  await other.getByRole('button', { name: '退出登录' }).click()
  await expect(other).toHaveURL('/')

  expectedProblems.push(`401 POST ${api.account.revokeSession.path}`)
  await logOutDevice.click()
  await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Fedit')
  await expect(page.getByText('登录状态已过期，请重新登录')).toBeVisible()
  await fillInLogin(page, account)
  await expect(page).toHaveURL('/account/edit')
})

test('§4 expired login: navigation after a log-out in another tab leads to the login and back', async ({
  page,
  context,
  customer: _,
}) => {
  await page.goto('/account/edit')
  await expect(nickname(page)).toBeEnabled()
  await context.clearCookies({ name: '_userInfo' })
  await page.getByRole('main').getByRole('link', { name: '订单管理' }).click()
  await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Forders')
})

test('§8 offline: form values stay while offline and are saved when online again', async ({
  page,
  context,
  baseURL,
  customer: _,
  expectedProblems,
}) => {
  await openProfile(page)
  await nickname(page).fill('过桥的人')
  await context.setOffline(true)
  const lost = 'net::ERR_INTERNET_DISCONNECTED'
  expectedProblems.push(...unansweredRequest(lost, 'POST', `${baseURL}${SAVE}`))
  await save(page).click()
  await expect(page.getByText('网络异常')).toBeVisible()
  await expect(nickname(page)).toHaveValue('过桥的人')

  await context.setOffline(false)
  await save(page).click()
  await expect(page.getByText('昵称已保存')).toBeVisible()
})

test('form is busy until the response arrives on a slow network, and is sent once', async ({
  page,
  customer: _,
}) => {
  const answered = Promise.withResolvers<void>()
  let sent = 0
  await page.route(`**${SAVE}`, async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1
      await answered.promise
    }
    await route.continue()
  })
  await page.goto('/account/edit')
  await nickname(page).fill('过桥的人')
  await nickname(page).press('Enter')
  await expect(save(page)).toHaveAttribute('aria-busy', 'true')
  await nickname(page).press('Enter')
  await save(page).click()
  answered.resolve()
  await expect(page.getByText('昵称已保存')).toBeVisible()
  await expect(save(page)).not.toHaveAttribute('aria-busy')
  expect(sent).toBe(1)
})

test('Enter that confirms an input-method word does not submit the form', async ({
  page,
  context,
  customer: _,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.goto('/account/edit')
  await nickname(page).fill('')
  const keyboard = await context.newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', {
    text: 'guoqiao',
    selectionStart: 7,
    selectionEnd: 7,
  })
  await page.keyboard.press('Enter')
  await keyboard.send('Input.insertText', { text: '过桥' })
  await expect(nickname(page)).toHaveValue('过桥')
  await page.waitForLoadState('networkidle')
  expect(sent).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('昵称已保存')).toBeVisible()
  expect(sent).toEqual([SAVE])
})
