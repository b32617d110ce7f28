import { createHmac } from 'node:crypto'
import { buildEndSessionUrl, authorizationCodeGrant, randomPKCECodeVerifier } from 'openid-client'
import { expect, test, vi } from 'vitest'
import { closeAccount } from '#contract/account/personal-data.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { AppError } from '../../http/app-error.ts'
import { PASSWORD } from '../../testing/harness.ts'
import type { ShopBrowser } from '../../testing/applications/shop-browser.ts'
import { LOGGED_OUT } from '../../testing/applications/sign-on-client.ts'
import { signOnsPerFile } from '../../testing/applications/sign-on-server.ts'

const join = signOnsPerFile()

/** Values that a parameter never has; in addresses as they are written there. */
const MALFORMED = [
  '%00',
  'a%00b',
  '%',
  '%ff',
  '%ed%a0%80',
  '%5B%5D',
  'a&state=b',
  'x'.repeat(6_000),
]

/** An ID token that nobody signed, for this audience. */
function forgedHint(aud: unknown): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'ES256' })}.${encode({ aud })}.${'A'.repeat(86)}`
}

test("malformed and very long parameters are the caller's fault, never the server's", async () => {
  const shop = await join({ isFirstParty: false })
  const { browser } = await shop.newCustomer()
  const { url } = await shop.application.begin()
  const signOns = ['client_id', 'redirect_uri', 'scope', 'state', 'nonce', 'prompt', 'max_age'].map(
    (name) => {
      const others = new URLSearchParams(url.searchParams)
      others.delete(name)
      return MALFORMED.map((value) => `/oidc/auth?${others.toString()}&${name}=${value}`)
    },
  )
  const logOuts = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'].map((name) =>
    MALFORMED.map((value) => `/oidc/session/end?${name}=${value}`),
  )
  const hints = ['\0', '\ud800', null, {}, ['x'], ''].map(
    (aud) => `/oidc/session/end?id_token_hint=${forgedHint(aud)}`,
  )
  const paths = [
    ...['/oidc/auth/%00', '/oidc/%', '/oidc//auth', '/oidc/session/end/success?client_id=%00'],
    ...[
      '/account/sign-on/%00',
      '/account/sign-on/..%2f..%2f',
      `/account/sign-on/${'a'.repeat(43)}`,
    ],
  ]
  const faults: string[] = []
  async function open(address: string, by: ShopBrowser) {
    const { status } = await by.openOnce(address)
    if (status >= 500) faults.push(`${status} ${address.slice(0, 200)}`)
  }
  // all of one parameter at once: one after another each would wait for the database several times
  for (const addresses of [...signOns, ...logOuts, hints, paths]) {
    const opened = addresses.flatMap((address) => [
      open(address, browser),
      open(address, shop.newBrowser()),
    ])
    await Promise.all(opened)
  }
  expect(faults).toEqual([])
}, 120_000)

test('a log-out takes no ID token without a signature, or one by the key of somebody else', async () => {
  const shop = await join()
  const { browser } = await shop.newCustomer()
  const tokens = await shop.application.signOn(browser)
  const [head = '', body = '', signature = ''] = tokens.id_token!.split('.')
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const published = await (await fetch(`${shop.server.config.publicUrl}/oidc/jwks`)).text()
  const headOf = (alg: string) =>
    Buffer.from(JSON.stringify({ alg, kid, typ: 'JWT' })).toString('base64url')
  const keyed = (key: string) => {
    const signed = `${headOf('HS256')}.${body}`
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
  }
  const statusOf = async (hint: string) => {
    const end = buildEndSessionUrl(shop.application.client, { id_token_hint: hint })
    return (await browser.open(end.href)).status
  }
  for (const hint of [
    `${headOf('none')}.${body}.`,
    `${headOf('none')}.${body}.${signature}`,
    keyed(shop.application.clientSecret),
    keyed(published),
    keyed(''),
    `${head}.${body}.${'A'.repeat(signature.length)}`,
  ])
    expect([hint, await statusOf(hint)]).toEqual([hint, 400])
  expect(await statusOf(tokens.id_token!)).toBe(200)
})

test('a code ends after a minute', async () => {
  const shop = await join()
  const { browser } = await shop.newCustomer()
  for (const [age, isTaken] of [
    [58, true],
    [61, false],
  ] as const) {
    const begun = await shop.application.begin()
    const { url } = await browser.open(begun.url.href)
    shop.server.advance(age * 1000)
    const redeemed = shop.application.redeem(url, begun)
    if (isTaken) await redeemed
    else await expect(redeemed).rejects.toMatchObject({ error: 'invalid_grant' })
  }
})

test('malformed bodies of an application are refused', async () => {
  const shop = await join()
  const form = 'application/x-www-form-urlencoded'
  for (const [type, body] of [
    [form, 'grant_type=authorization_code&client_id=%00&client_secret=x&code=%00'],
    [form, 'grant_type=authorization_code&grant_type=authorization_code'],
    [form, `code=${'x'.repeat(70_000)}`],
    [`${form}; charset=none`, 'code=x'],
    ['application/json', '{'],
    [form, ''],
  ] as const) {
    const response = await fetch(`${shop.server.config.publicUrl}/oidc/token`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect([body.slice(0, 80), Math.floor(response.status / 100)]).toEqual([body.slice(0, 80), 4])
  }
})

test('a code is of use only to its application, with its verifier, at its address, while the session lives', async () => {
  const shop = await join({
    redirectUrls: ['https://tools.test/callback', 'https://tools.test/other'],
  })
  const { application } = shop
  const other = await shop.newApplication()
  const { ann, browser } = await shop.newCustomer()
  async function newCode() {
    const begun = await application.begin()
    const { url } = await browser.open(begun.url.href)
    return { url, begun, checks: { pkceCodeVerifier: begun.verifier, expectedState: begun.state } }
  }
  const refused = { error: 'invalid_grant' }

  const stolen = await newCode()
  const byOther = authorizationCodeGrant(other.client, stolen.url, stolen.checks)
  await expect(byOther).rejects.toMatchObject(refused)

  const guessed = await newCode()
  const verifier = randomPKCECodeVerifier()
  const withGuess = application.redeem(guessed.url, { ...guessed.begun, verifier })
  await expect(withGuess).rejects.toMatchObject(refused)

  const bare = await newCode()
  const withoutVerifier = authorizationCodeGrant(application.client, bare.url, {
    expectedState: bare.begun.state,
  })
  await expect(withoutVerifier).rejects.toMatchObject(refused)

  const moved = await newCode()
  const elsewhere = new URL(moved.url)
  elsewhere.pathname = '/other'
  await expect(application.redeem(elsewhere, moved.begun)).rejects.toMatchObject(refused)

  const late = await newCode()
  await shop.sql`delete from sessions where user_id = ${ann.user.id}`
  await expect(application.redeem(late.url, late.begun)).rejects.toMatchObject(refused)
})

test('a code is not sent to an address that is not registered', async () => {
  const shop = await join()
  const { browser } = await shop.newCustomer()
  for (const redirect of [
    'https://tools.test/callback?next=evil',
    'https://tools.test/callback/../other',
    'none',
    'https://tools.test/callback/',
    'https://tools.test/callback#x',
    'https://tools.test:443/callback',
    'https://tools.test@evil.test/callback',
    'https://tools.test.evil.test/callback',
    'https://TOOLS.test/callback',
    'http://tools.test/callback',
    '//tools.test/callback',
    'javascript:alert(1)',
    'https://tools.test/callback https://evil.test/',
  ]) {
    const { url } = await shop.application.begin({ redirect_uri: redirect })
    const { status, text } = await browser.open(url.href)
    expect([redirect, status, text.includes('未登记')]).toEqual([redirect, 400, true])
  }
})

test('a log-out does not lead to an address that is not registered, with or without an application', async () => {
  const shop = await join()
  const visitor = shop.newBrowser()
  for (const target of [
    'https://tools.test/bye.evil',
    `${LOGGED_OUT}/../../evil`,
    'https://evil.test/',
    '//evil.test',
  ]) {
    const named = buildEndSessionUrl(shop.application.client, { post_logout_redirect_uri: target })
    expect([target, (await visitor.open(named.href)).status]).toEqual([target, 400])
    const search = new URLSearchParams({ post_logout_redirect_uri: target })
    const unnamed = await visitor.open(`/oidc/session/end?${search.toString()}`)
    expect(unnamed).toMatchObject({ status: 200, text: expect.stringContaining('已退出') })
  }
})

test('nobody is signed on silently after the account was closed', async () => {
  const shop = await join()
  const { ann, browser } = await shop.newCustomer()
  await shop.application.signOn(browser)
  const password = passwordDigest(PASSWORD)
  expect((await ann.call(closeAccount, { password })).status).toBe(200)
  const silent = shop.application.signOn(browser, { prompt: 'none' })
  await expect(silent).rejects.toMatchObject({ error: 'login_required' })
})

test("a visitor is limited at every spelling of an address that leaves a record; applications' calls are not", async () => {
  const shop = await join()
  const consumeAll = vi.spyOn(shop.server.deps.limits, 'consumeAll')
  const { search } = (await shop.application.begin()).url
  async function limitedCalls(path: string) {
    consumeAll.mockClear()
    await shop.newBrowser().openOnce(path)
    return consumeAll.mock.calls.length
  }
  for (const path of ['/oidc/auth', '/oidc/auth/', '/oidc/AUTH'])
    expect([path, await limitedCalls(path + search)]).toEqual([path, 1])
  for (const path of ['/oidc/session/end', '/oidc/Session/End/'])
    expect([path, await limitedCalls(path)]).toEqual([path, 1])
  for (const path of ['/oidc/jwks', '/oidc/userinfo', '/.well-known/openid-configuration'])
    expect([path, await limitedCalls(path)]).toEqual([path, 0])
  const { ann, browser } = await shop.newCustomer()
  consumeAll.mockClear()
  await browser.openOnce(`/oidc/auth${search}`)
  expect(consumeAll.mock.calls.flat(2)).toMatchObject([{ key: ann.user.id }])

  consumeAll.mockRejectedValueOnce(new AppError('RATE_LIMITED', { retryAfter: 60 }))
  const refused = await shop.newBrowser().openOnce(`/oidc/auth${search}`)
  expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('登录过于频繁') })
  expect(refused.headers.get('retry-after')).toBe('60')
  consumeAll.mockRestore()
})

test('words that are no scope are not agreed to', async () => {
  const shop = await join({ isFirstParty: false })
  const { application, sql } = shop
  const { browser } = await shop.newCustomer()
  const begun = await application.begin({ scope: 'openid credit admin' })
  const page = await browser.open(begun.url.href)
  await browser.submit(page.url.href, { answer: 'agree' })
  expect(await sql`select scopes from application_grants`).toEqual([
    { scopes: ['openid', 'credit'] },
  ])
})
