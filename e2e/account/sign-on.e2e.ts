import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import * as openid from 'openid-client'
import { fillInLogin } from '../fixtures/customer.ts'
import { operateShop } from '../fixtures/operate-shop.ts'
import { expect, test } from '../fixtures/test.ts'

test(
  'a visitor logs in, agrees once, and is known to the application until the customer takes it back',
  { tag: '@phone' },
  async ({ page, account, baseURL, inspect }) => {
    test.slow()
    const name = `译站 ${Date.now()}`
    await using application = await startForeignApplication(baseURL!, name)
    const first = await application.begin()
    await page.goto(first.address)
    await expect(page).toHaveURL(/\/account\/login\?redirect=%2Faccount%2Fsign-on%2F/)
    await fillInLogin(page, account)
    await expect(page.getByRole('heading', { name: `允许“${name}”使用您的账户？` })).toBeVisible()
    await expect(page.getByText(new URL(application.url).host, { exact: true })).toBeVisible()
    await inspect()
    await pressByKeyboard(page, '同意并继续')
    await expect(page).toHaveURL(/\/back\?code=/)
    const tokens = await first.redeem(page.url())
    expect(tokens.scope).toBe('openid profile email credit')

    // the second time no page is shown
    const second = await application.begin()
    await page.goto(second.address)
    await expect(page).toHaveURL(/\/back\?code=/)
    expect((await second.redeem(page.url())).claims()?.sub).toBe(tokens.claims()?.sub)

    await page.goto('/account/edit#applications')
    const applications = page.getByRole('region', { name: '已授权的应用' })
    await applications.getByRole('button', { name: `撤销对 ${name} 的授权` }).click()
    const question = page.getByRole('dialog', { name: `撤销对“${name}”的授权？` })
    await question.getByRole('button', { name: '撤销授权' }).click()
    await expect(page.getByText(`对“${name}”的授权已撤销`)).toBeVisible()

    const third = await application.begin()
    await page.goto(third.address)
    await pressByKeyboard(page, '拒绝')
    await expect(page).toHaveURL(/\/back\?error=access_denied/)
  },
)

test('a customer whom an application asks for the password again is told so, and gives it; a step that has ended says so', async ({
  page,
  customer: _,
  account,
  baseURL,
  inspect,
  expectedProblems,
}) => {
  const name = `译站 ${Date.now()}`
  await using application = await startForeignApplication(baseURL!, name)
  // the shop knows the time of a step in whole seconds: another one than that of the login
  const loggedInBy = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(loggedInBy)
  const { address } = await application.begin({ prompt: 'login' })
  await page.goto(address)
  await expect(page.getByText(`“${name}”要求您重新输入密码，完成后返回该应用。`)).toBeVisible()
  await expect(page.getByRole('link', { name: '直接进入' })).toBeHidden()
  await inspect()
  await fillInLogin(page, account)
  await page.getByRole('button', { name: '同意并继续' }).click()
  await expect(page).toHaveURL(/\/back\?code=/)

  expectedProblems.push('400 GET /account/sign-on/ended')
  await page.goto('/account/sign-on/ended')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inspect()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('consent is given and the log-out refused without JavaScript', async ({
    page,
    customer: _,
    baseURL,
  }) => {
    await using application = await startForeignApplication(baseURL!, `译站 ${Date.now()}`)
    const { address, redeem } = await application.begin()
    await page.goto(address)
    await page.getByRole('button', { name: '同意并继续' }).click()
    await expect(page).toHaveURL(/\/back\?code=/)
    const { id_token: idToken } = await redeem(page.url())
    await page.goto(application.logOutAddress(idToken!))
    await page.getByRole('button', { name: /^只退出/ }).click()
    await expect(page).toHaveURL(`${application.url}/bye`)
  })
})

/** Walks to the button by Tab and presses Enter. */
async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await expect(button).toBeVisible()
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    if (await button.evaluate((element) => element === document.activeElement)) break
  }
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
}

// The page names an empty icon. Otherwise, the browser asks for /favicon.ico by itself, also just
// after the test has stopped this server.
const PAGE =
  '<!doctype html><html lang="zh-CN"><title>译站</title><link rel="icon" href="data:,"><h1>译站</h1></html>'

/** An application of somebody else with a server of its own, which signs users on with openid-client. */
async function startForeignApplication(shopUrl: string, name: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(PAGE)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  const url = `http://localhost:${String(port)}`
  const registered: { clientId: string; clientSecret: string } = JSON.parse(
    await operateShop(
      shopUrl,
      ...['applications', 'register', '--name', name, '--json'],
      ...['--redirect', `${url}/back`, '--logout-redirect', `${url}/bye`],
    ),
  )
  const client = await openid.discovery(
    new URL(shopUrl),
    registered.clientId,
    registered.clientSecret,
    undefined,
    { execute: [openid.allowInsecureRequests] },
  )
  return {
    url,
    /** The address that begins a sign-on, and how its answer becomes tokens. */
    async begin(more: Record<string, string> = {}) {
      const verifier = openid.randomPKCECodeVerifier()
      const state = openid.randomState()
      const address = openid.buildAuthorizationUrl(client, {
        ...{ redirect_uri: `${url}/back`, scope: 'openid profile email credit', state },
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...more,
      })
      return {
        address: address.href,
        redeem: (callback: string) =>
          openid.authorizationCodeGrant(client, new URL(callback), {
            ...{ pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true },
          }),
      }
    },
    /** The address that asks the shop to log the user out. */
    logOutAddress: (idToken: string) =>
      openid.buildEndSessionUrl(client, {
        ...{ id_token_hint: idToken, post_logout_redirect_uri: `${url}/bye` },
      }).href,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
