import { get } from 'node:http'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { deliverNotices } from '../../testing/applications/notices.ts'
import { registerReceiver } from '../../testing/applications/messages.ts'
import { LOGGED_OUT } from '../../testing/applications/sign-on-client.ts'
import { signOnsPerFile } from '../../testing/applications/sign-on-server.ts'
import { startTestServer } from '../../testing/harness.ts'
import { production } from '../../testing/settings.ts'

const join = signOnsPerFile()

/** The ways in which a provider of this library goes wrong when it is set up as its examples are. */

test('of ten redemptions of one code at once, one succeeds', async () => {
  const shop = await join()
  const { application } = shop
  const { browser } = await shop.newCustomer()
  for (let round = 0; round < 3; round += 1) {
    const begun = await application.begin()
    const { url } = await browser.open(begun.url.href)
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => application.redeem(url, begun)),
    )
    const refusals = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refusals).toHaveLength(9)
    for (const refusal of refusals) expect(refusal).toMatchObject({ error: 'invalid_grant' })
  }
})

test('a second redemption waits for the token of the first, and then ends it', async () => {
  const shop = await join()
  const { application, sql } = shop
  const { ann, browser } = await shop.newCustomer()
  const begun = await application.begin()
  const { url } = await browser.open(begun.url.href)
  const isUsed = async () =>
    (
      await sql`select from sign_on_records where kind = 'AuthorizationCode' and consumed_at is not null`
    ).length > 0
  const { first, second } = await sql.begin(async (tx) => {
    // the token is stored under a lock of its session
    await tx`select from sessions for update`
    const redeemed = application.redeem(url, begun)
    await expect.poll(isUsed, { timeout: 10_000, interval: 10 }).toBe(true)
    const again = application.redeem(url, begun).catch((error: unknown) => error)
    expect(await Promise.race([again, pause(300, 'waits')])).toBe('waits')
    return { first: redeemed, second: again }
  })
  const tokens = await first
  expect(await second).toMatchObject({ error: 'invalid_grant' })
  expect(await application.isAlive(tokens, ann)).toBe(false)
})

test('addresses are those of PUBLIC_URL, whatever host a request names', async () => {
  const shop = await join()
  const { publicUrl, port } = shop.server.config
  const headers = {
    ...{ host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    forwarded: 'host=evil.test;proto=https',
  }
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    const request = get({ host: '127.0.0.1', port, path: `/.well-known/${name}`, headers })
    const [response] = await once(request, 'response')
    let text = ''
    for await (const part of response) text += String(part)
    expect(JSON.parse(text)).toMatchObject({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oidc/auth`,
      token_endpoint: `${publicUrl}/oidc/token`,
      userinfo_endpoint: `${publicUrl}/oidc/userinfo`,
      jwks_uri: `${publicUrl}/oidc/jwks`,
      end_session_endpoint: `${publicUrl}/oidc/session/end`,
    })
    expect(text).not.toContain('evil')
  }
  // also where a sign-on goes on after the login
  const ann = await shop.server.newUser()
  const browser = shop.newBrowser()
  const begun = await shop.application.begin()
  const forwarded = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }
  const { url } = await browser.open(begun.url.href, { headers: forwarded })
  browser.adopt(ann)
  const step = await browser.openOnce(url.searchParams.get('redirect')!, { headers: forwarded })
  expect(step.headers.get('location')).toMatch(
    new RegExp(`^${RegExp.escape(publicUrl)}/oidc/auth/`),
  )
})

test('the database has no code, token or cookie that could be used', async () => {
  const shop = await join({ isFirstParty: false })
  const { application, sql } = shop
  const { browser } = await shop.newCustomer()
  const begun = await application.begin()
  const page = await browser.open(begun.url.href)
  const { url } = await browser.submit(page.url.href, { answer: 'agree' })
  const tokens = await application.redeem(url, begun)
  const visitor = shop.newBrowser()
  await visitor.open((await application.begin()).url.href)
  const rows = await sql`select * from sign_on_records`
  expect(new Set(rows.map((row) => Object.entries(row)[0]![1]))).toEqual(
    new Set(['AccessToken', 'AuthorizationCode', 'Grant', 'Interaction', 'Session']),
  )
  const stored = JSON.stringify([rows, await sql`select * from sign_ons`])
  const secrets = [
    ...[url.searchParams.get('code')!, tokens.access_token, tokens.id_token!],
    ...browser.seen,
    ...visitor.seen,
  ]
  expect(secrets.length).toBeGreaterThan(5)
  for (const secret of secrets) expect(stored).not.toContain(secret)
})

test("a client's secret is compared by its hash, which itself opens nothing", async () => {
  const shop = await join()
  const { application, sql } = shop
  const { browser } = await shop.newCustomer()
  const [row] = await sql<{ hash: Buffer }>`
    select client_secret_hash as hash from applications where client_id = ${application.clientId}`
  const { clientSecret } = application
  const attempts: [secret: string, isRight: boolean][] = [
    [clientSecret, true],
    ['wrong', false],
    [row!.hash.toString('base64url'), false],
    [row!.hash.toString('hex'), false],
  ]
  for (const [secret, isRight] of attempts)
    for (const method of [openid.ClientSecretBasic, openid.ClientSecretPost]) {
      const client = await application.discover(secret, method(secret))
      const begun = await application.begin()
      const { url } = await browser.open(begun.url.href)
      const tokens = openid.authorizationCodeGrant(client, url, {
        ...{ pkceCodeVerifier: begun.verifier, expectedState: begun.state },
      })
      if (isRight) expect((await tokens).access_token).toBeDefined()
      else await expect(tokens).rejects.toMatchObject({ status: 401 })
    }
})

test("the provider's session ends with the shop's, and is never that of another one", async () => {
  const shop = await join()
  const { application, sql } = shop
  const { ann, browser } = await shop.newCustomer()
  await application.signOn(browser)
  const kept = browser.jar.get('__Host-sso')!
  expect(
    await sql`
    select kind from sign_on_records where session_id is null and kind <> 'Interaction'`,
  ).toEqual([])
  // a browser with the provider's cookie alone
  const thief = shop.newBrowser()
  thief.jar.set('__Host-sso', kept)
  expect((await thief.open((await application.begin()).url.href)).url.pathname).toBe(
    '/account/login',
  )
  const bob = await shop.newCustomer()
  bob.browser.jar.set('__Host-sso', kept)
  expect((await application.signOn(bob.browser)).claims()?.sub).toBe(bob.ann.user.id)
  await sql`delete from sessions where user_id = ${ann.user.id}`
  expect((await browser.open((await application.begin()).url.href)).url.pathname).toBe(
    '/account/login',
  )
})

test('a finished step signs nobody on after the session has ended', async () => {
  const shop = await join()
  const { application, sql } = shop
  const ann = await shop.server.newUser()
  const browser = shop.newBrowser()
  const { url } = await browser.open((await application.begin()).url.href)
  browser.adopt(ann)
  const step = await browser.openOnce(url.searchParams.get('redirect')!)
  const resume = step.headers.get('location')!
  expect(resume).toContain('/oidc/auth/')
  await sql`delete from sessions`
  const arrived = await browser.open(resume)
  expect(arrived.url.searchParams.get('code')).toBeNull()
  expect(await sql`select 1 from sign_on_records where kind = 'AuthorizationCode'`).toEqual([])
})

test('pages run no inline script and load nothing from elsewhere, and cookies are Secure and of this host also over plain http', async () => {
  const shop = await join({ isFirstParty: false })
  const { application } = shop
  const { browser } = await shop.newCustomer()
  const consent = await browser.open((await application.begin()).url.href)
  const end = openid.buildEndSessionUrl(application.client, {
    post_logout_redirect_uri: LOGGED_OUT,
  })
  const logOut = await browser.open(end.href)
  const failure = await browser.open('/oidc/auth?client_id=client_unknown')
  for (const [page, target] of [
    [consent, ' https://tools.test'],
    [logOut, ' https://tools.test'],
    [failure, ''],
  ] as const) {
    const policy = page.headers.get('content-security-policy')!.split('; ')
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'"]))
    expect(policy).toContain(`form-action 'self'${target}`)
    expect(page.text.match(/<script(?! src="\/)|\son\w+=|style="/g)).toBeNull()
    expect(page.text.match(/(src|href)="(?!\/)|@import|url\(/g)).toBeNull()
    expect(page.text).toContain('lang="zh-CN"')
  }

  const lines = browser.lines.filter((line) => /^__(Host-sso|Secure)/.test(line))
  expect(new Set(lines.map((line) => line.split('=')[0]))).toEqual(
    new Set(['__Host-sso', '__Secure-sign-on', '__Secure-sign-on-resume']),
  )
  for (const line of lines) {
    expect(line).toMatch(/; secure/i)
    expect(line).toMatch(/; httponly/i)
    expect(line).toMatch(/; samesite=lax/i)
    expect(line).not.toMatch(/domain=/i)
  }
})

test("the provider's answers have the shop's headers, also where the library writes them", async () => {
  await using server = await startTestServer({
    environment: production,
  })
  await registerReceiver(server, null)
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  for (const path of [
    '/.well-known/openid-configuration',
    '/oidc/jwks',
    '/oidc/auth',
    '/oidc/none',
  ]) {
    const { headers } = await fetch(url + path)
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+/)
  }
})

test('a notice goes to no private address that the operator has not listed', async () => {
  const shop = await join({ backchannelUrl: 'http://10.0.0.7/out' })
  const { ann, browser } = await shop.newCustomer()
  await shop.application.signOn(browser)
  await shop.sql`delete from sessions where user_id = ${ann.user.id}`
  await using _worker = deliverNotices(shop.server)
  const lastError = async () =>
    (await shop.sql<{ error: string | null }>`select last_error as error from jobs`)[0]?.error
  await expect.poll(lastError).toContain('10.0.0.7 lies in a private network')
})

test('there are no refresh tokens that a lost answer could void', async () => {
  const shop = await join()
  const { browser } = await shop.newCustomer()
  const metadata = shop.application.client.serverMetadata()
  expect(metadata.grant_types_supported).toEqual(['authorization_code'])
  expect(metadata.scopes_supported).toEqual(['openid', 'profile', 'email', 'credit'])
  const scope = 'openid credit offline_access'
  const begun = await shop.application.begin({ scope, prompt: 'consent' })
  const page = await browser.open(begun.url.href)
  const { url } = await browser.submit(page.url.href, { answer: 'agree' })
  const tokens = await shop.application.redeem(url, begun)
  expect(tokens).toMatchObject({ scope: 'openid credit' })
  expect(tokens.refresh_token).toBeUndefined()
  const refresh = openid.refreshTokenGrant(shop.application.client, 'x'.repeat(43))
  await expect(refresh).rejects.toMatchObject({ error: 'unsupported_grant_type' })
})
