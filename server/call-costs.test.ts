import pg from 'pg'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { formatTable } from '#harness/format-table.ts'
import { passwordDigest } from './account/password/passwords.ts'
import { uuidv7 } from './db/ids.ts'
import { newApplication, newKeyOf } from './testing/applications/applications.ts'
import { readMailedCode, readMailedToken } from './testing/mailed-secrets.ts'
import { PASSWORD } from './testing/harness.ts'
import { CARDS, SMALL, startShop } from './testing/shop.ts'

const holdAnswer = z.object({ hold: z.object({ id: z.string() }) })

interface Cost {
  /** Each is one way to the database and back. */
  statements: number
  /** Each needs two more. */
  transactions: number
  hashes: number
  cookies: number
  bytes: number
}

type Answered = { status: number; headers: Record<string, unknown> }

/** What each call may cost a shop, counted once its connections are warm; a call that costs more says so here. */
test('each call: its statements, transactions, hashes, cookies and bytes of answer', async () => {
  await using shop = await startShop()
  await shop.loseEvents()
  const costs: Record<string, Cost> = {}
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const passwords = shop.deps.passwords
  const hash = vi.spyOn(passwords, 'hash')
  const verify = vi.spyOn(passwords, 'verify')
  async function count<Answer extends Answered>(name: string, work: () => Promise<Answer>) {
    for (const spy of [query, hash, verify]) spy.mockClear()
    const answer = await work()
    expect([name, answer.status]).toEqual([name, 200])
    // visits of a second are stored together, whenever it ends
    const sent = query.mock.calls
      .map(([given]) => textOf(given))
      .filter((text) => !text.includes('traffic_visits'))
    const transactions = sent.filter((text) => text.startsWith('begin')).length
    costs[name] = {
      statements: sent.filter((text) => !/^(begin|commit)/.test(text)).length,
      transactions,
      hashes: hash.mock.calls.length + verify.mock.calls.length,
      cookies: [answer.headers['set-cookie'] ?? []].flat().length,
      bytes: Number(answer.headers['content-length']),
    }
    return answer
  }

  const { account, recharge, site } = api
  const visitor = shop.visitor()
  await count('csrf/token', () => visitor.call(site.csrfToken, {}))
  await count('global/config', () => visitor.call(site.globalConfig, { type: 'download_url' }))
  await count('combo/list', () => visitor.call(recharge.comboList, {}))
  const email = 'ann@example.com'
  const password = passwordDigest(PASSWORD)
  const captcha = () => shop.solveCaptcha(visitor)
  const asked = { email, captcha: await captcha() }
  await count('register/code', () => visitor.call(account.registerCode, asked))
  const code = await readMailedCode(shop, email)
  await count('register', () => visitor.call(account.register, { email, password, code }))
  await count('login, first', () => visitor.call(account.login, { email, password }))
  await count('login, known device', () => visitor.call(account.login, { email, password }))
  const phone = shop.visitor()
  await phone.call(site.csrfToken, {})
  await count('login, new device', () => phone.call(account.login, { email, password }))
  await count('profile', () => visitor.call(account.profile, {}))

  const purchase = { id: SMALL.id, num: 1 }
  const { body } = await count('place-order', () => visitor.call(recharge.placeOrder, purchase))
  const { id: orderId } = body.data.order
  const { body: intent } = await count('create-payment-intent', () =>
    visitor.call(recharge.createPaymentIntent, purchase),
  )
  const paymentMethodId = await shop.method(CARDS.good)
  const payment = { clientSecret: intent.data.clientSecret, paymentMethodId }
  await count('confirm-payment', () => visitor.call(recharge.confirmPayment, payment))
  await count('order/query', () => visitor.call(recharge.queryOrder, { orderId }))
  await count('order/list', () => visitor.call(recharge.orderList, {}))

  const { id: user } = (await visitor.call(account.profile, {})).body.data.user
  const key = await newKeyOf(shop, await newApplication(shop))
  const spend = (path: string, payload: object) =>
    shop.visitor().send({
      ...{ method: 'POST', url: `/api/v1/users/${user}/${path}`, payload },
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': uuidv7() },
    })
  await spend('charges', { amount: 1, reason: 'first' })
  await count('charge', () => spend('charges', { amount: 1, reason: 'a text' }))
  const held = await count('hold', () => spend('holds', { amount: 5, reason: 'a text' }))
  const { id } = z.parse(holdAnswer, held.body.data).hold
  await count('capture', () => spend(`holds/${id}/capture`, { amount: 3 }))

  const newEmail = { email: 'ann@example.org' }
  await count('send-change-email-code', () => visitor.call(account.sendChangeEmailCode, newEmail))
  const change = { ...newEmail, code: await readMailedCode(shop, newEmail.email) }
  await count('change-email', () => visitor.call(account.changeEmail, change))
  const passwords2 = { currentPassword: password, newPassword: `${PASSWORD} 2` }
  await count('password/change', () => visitor.call(account.changePassword, passwords2))
  const lost = { ...newEmail, captcha: await captcha() }
  await count('reset-password/link', () => visitor.call(account.resetPasswordLink, lost))
  const token = await readMailedToken(shop, newEmail.email)
  const reset = { token, password: passwordDigest(`${PASSWORD} 3`) }
  await count('reset-password', () => visitor.call(account.resetPassword, reset))
  await visitor.call(account.login, { ...newEmail, password: reset.password })
  await count('logout', () => visitor.call(account.logout, {}))

  const rows = Object.entries(costs).map(([name, cost]) => [
    name,
    ...Object.values(cost).map(String),
  ])
  const headings = ['call', 'statements', 'transactions', 'hashes', 'cookies', 'bytes']
  expect(`\n${formatTable(headings, rows).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    | call                   | statements | transactions | hashes | cookies | bytes |
    | ---------------------- | ---------- | ------------ | ------ | ------- | ----- |
    | csrf/token             | 0          | 0            | 0      | 2       | 119   |
    | global/config          | 0          | 0            | 0      | 0       | 636   |
    | combo/list             | 1          | 0            | 0      | 0       | 604   |
    | register/code          | 7          | 1            | 0      | 1       | 72    |
    | register               | 14         | 1            | 1      | 1       | 236   |
    | login, first           | 5          | 1            | 1      | 4       | 236   |
    | login, known device    | 5          | 0            | 1      | 4       | 236   |
    | login, new device      | 7          | 1            | 1      | 4       | 236   |
    | profile                | 4          | 0            | 0      | 0       | 428   |
    | place-order            | 2          | 0            | 0      | 0       | 346   |
    | create-payment-intent  | 6          | 0            | 0      | 0       | 220   |
    | confirm-payment        | 23         | 2            | 0      | 0       | 112   |
    | order/query            | 3          | 0            | 0      | 0       | 482   |
    | order/list             | 3          | 0            | 0      | 0       | 516   |
    | charge                 | 1          | 0            | 0      | 0       | 274   |
    | hold                   | 1          | 0            | 0      | 0       | 271   |
    | capture                | 1          | 0            | 0      | 0       | 514   |
    | send-change-email-code | 6          | 1            | 0      | 0       | 72    |
    | change-email           | 12         | 1            | 0      | 1       | 236   |
    | password/change        | 16         | 1            | 2      | 4       | 45    |
    | reset-password/link    | 8          | 1            | 0      | 0       | 59    |
    | reset-password         | 13         | 1            | 1      | 4       | 45    |
    | logout                 | 2          | 0            | 0      | 3       | 45    |
    "
  `)
})

function textOf(given: unknown): string {
  if (typeof given === 'string') return given
  return typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : ''
}
