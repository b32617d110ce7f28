import { expect, test } from 'vitest'
import { finishSecondLogin } from '#contract/account/second-factor.ts'
import { signOnsPerFile } from '../../testing/applications/sign-on-server.ts'
import { givePassword, setUpTotp } from '../../testing/second-factor.ts'

const join = signOnsPerFile()

const CALLBACK = 'https://tools.test/callback'

test('a customer with a second factor reaches the application after both steps, and between them gets nothing', async () => {
  const shop = await join({ isFirstParty: false })
  const { application, server } = shop
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const browser = shop.newBrowser()
  const begun = await application.begin()
  const { url } = await browser.open(begun.url.href)
  expect(url.pathname).toBe('/account/login')
  const back = url.searchParams.get('redirect')!

  const client = await givePassword(server, ann)
  browser.adopt(client)

  // the password alone: the step, a new sign-on, a silent one and the answer of the page all end without a code
  expect((await browser.open(back)).url.pathname).toBe('/account/login')
  const tab = shop.newBrowser()
  tab.adopt(client)
  const { url: anew } = await tab.open((await application.begin()).url.href)
  expect(anew.pathname).toBe('/account/login')
  const silent = application.signOn(tab, { prompt: 'none' })
  await expect(silent).rejects.toMatchObject({ error: 'login_required' })
  const answered = await browser.submit(back, { answer: 'agree' })
  expect(answered.url.href).not.toContain(CALLBACK)
  const given = () => server.sql<{ codes: number; grants: number }>`
    select (select count(*) from sign_on_records
        where kind in ('AuthorizationCode', 'AccessToken', 'Grant')) as codes,
      (select count(*) from application_grants) as grants`
  expect(await given()).toEqual([{ codes: 0, grants: 0 }])

  const finished = await client.call(finishSecondLogin, { totp: await totp.nextCode() })
  expect(finished.status).toBe(200)
  browser.adopt(client)
  const asked = await browser.open(back)
  expect(asked.text).toContain('同意并继续')
  const arrived = await browser.submit(asked.url.href, { answer: 'agree' })
  expect(arrived.url.href).toContain(`${CALLBACK}?code=`)
  const tokens = await application.redeem(arrived.url, begun)
  expect(tokens.claims()?.sub).toBe(ann.user.id)
  expect(await given()).toEqual([{ codes: 3, grants: 1 }])
})

test('prompt=login of a customer with a second factor waits for both steps, though an earlier session lives', async () => {
  const shop = await join()
  const { application, server } = shop
  const { ann, browser } = await shop.newCustomer()
  const totp = await setUpTotp(server, ann)
  await shop.sql`update sessions set authenticated_at = authenticated_at - interval '5 minutes'`
  const begun = await application.begin({ prompt: 'login' })
  const { url } = await browser.open(begun.url.href)
  expect(url.pathname).toBe('/account/login')
  const back = url.searchParams.get('redirect')!

  await givePassword(server, ann, ann)
  browser.adopt(ann)
  expect((await browser.open(back)).url.pathname).toBe('/account/login')

  const finished = await ann.call(finishSecondLogin, { totp: await totp.nextCode() })
  expect(finished.status).toBe(200)
  browser.adopt(ann)
  const arrived = await browser.open(back)
  const tokens = await application.redeem(arrived.url, begun)
  expect(tokens.claims()?.sub).toBe(ann.user.id)
})

test('consent to spend credit asks for the second factor anew when its proof is older than five minutes', async () => {
  const shop = await join({ isFirstParty: false, scope: 'openid credit' })
  const { application, server } = shop
  const { ann, browser } = await shop.newCustomer()
  const totp = await setUpTotp(server, ann)
  browser.adopt(ann)
  const begun = await application.begin()
  const asked = await browser.open(begun.url.href)
  expect(asked.text).toContain('同意并继续')
  server.advance(6 * 60_000)
  const refused = await browser.submit(asked.url.href, { answer: 'agree' })
  expect(refused.url.pathname).toBe('/account/login')
  expect(await server.sql`select 1 from application_grants`).toEqual([])

  const back = refused.url.searchParams.get('redirect')!
  await givePassword(server, ann, ann)
  expect((await ann.call(finishSecondLogin, { totp: await totp.nextCode() })).status).toBe(200)
  browser.adopt(ann)
  const again = await browser.open(back)
  expect(again.text).toContain('同意并继续')
  const arrived = await browser.submit(again.url.href, { answer: 'agree' })
  expect(arrived.url.href).toContain(`${CALLBACK}?code=`)
})
