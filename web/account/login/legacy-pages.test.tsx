import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { creditEntries } from '#contract/credit/ledger.ts'
import * as rechargePage from '../../recharge/checkout/recharge-page.tsx'
import { readSession } from '../../lib/session/session.ts'
import { answerProfile } from '../../testing/account.ts'
import { answer, refuse } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { renderPage } from '../../testing/render-page.tsx'
import * as homePage from '../home/home-page.tsx'

const { account, recharge } = api

test('§2 /account/home2: it has no login check; a 401 shows a login link that leads back', async () => {
  for (const endpoint of [account.profile, account.sessions, recharge.orderList, creditEntries]) {
    refuse(endpoint, 'UNAUTHENTICATED')
  }
  answer(api.site.globalConfig, { type: 'download_url', items: [] })
  expect(readSession()).toBeNull()
  const { screen, address } = await renderPage(homePage, '/account/home2')
  await expect.element(screen.getByRole('heading', { name: '请先登录' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '登录' }))
    .toHaveAttribute('href', '/account/login?redirect=%2Faccount%2Fhome2')
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('账户中心')
  expect(address()).toBe('/account/home2')
})

test('§2 /account/recharge2: a 401 shows a login link instead of the card form', async () => {
  answer(recharge.comboList, samplePlans)
  refuse(account.profile, 'UNAUTHENTICATED')
  refuse(recharge.orderList, 'UNAUTHENTICATED')
  const { screen, address } = await renderPage(rechargePage, '/account/recharge2?plan=pro')
  await expect
    .element(screen.getByRole('link', { name: '登录' }))
    .toHaveAttribute('href', '/account/login?redirect=%2Faccount%2Frecharge2%3Fplan%3Dpro')
  await expect.element(screen.getByRole('radio').first()).not.toBeInTheDocument()
  expect(address()).toBe('/account/recharge2?plan=pro')
})

test('a choice on recharge2 stays on recharge2', async () => {
  answer(recharge.comboList, samplePlans)
  answerProfile()
  answer(recharge.orderList, { list: [], total: 0, page: 1, pageSize: 10 })
  const { screen, address } = await renderPage(rechargePage, '/account/recharge2?plan=pro')
  await screen.getByRole('radio', { name: /体验版/ }).click({ force: true })
  await expect.poll(address).toBe('/account/recharge2?plan=trial&num=1')
})
