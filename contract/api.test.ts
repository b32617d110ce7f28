import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as allCalls from './all-calls.ts'
import { endpoint, type Endpoint } from './endpoint.ts'

const calls: Endpoint[] = Object.values(allCalls).flatMap((group) => Object.values<Endpoint>(group))

/** The calls in section 7 of the original specification; `?` marks optional fields. */
const ORIGINAL = `
| GET  | /clients/web/csrf/token                            |                                  |
| GET  | /clients/web/global/config                         | type                             |
| POST | /clients/web/auth/login                            | email, password, captcha?        |
| POST | /clients/web/auth/register                         | email, password, code, nickname? |
| POST | /clients/web/auth/register/code                    | email, captcha                   |
| GET  | /clients/web/auth/profile                          |                                  |
| GET  | /clients/web/auth/logout                           |                                  |
| GET  | /clients/web/recharge/translate/combo/list         |                                  |
| POST | /clients/web/recharge/order/place-order            | id, num, order?, amount?         |
| GET  | /clients/web/recharge/order/query/{orderId}        | orderId                          |
| GET  | /clients/web/recharge/order/list                   | page?, pageSize?, state?         |
| POST | /clients/web/recharge/stripe/create-payment-intent | id, num, order?, amount?         |
| POST | /clients/web/recharge/stripe/confirm-payment       | clientSecret, paymentMethodId    |
| POST | /clients/web/auth/password/change                  | currentPassword, newPassword     |
| POST | /clients/web/auth/reset-password/link              | email, captcha                   |
| POST | /clients/web/auth/reset-password                   | token, password                  |
| POST | /clients/web/auth/send-change-email-code           | email                            |
| POST | /clients/web/auth/change-email                     | email, code                      |
`

/** Calls of the product that the original specification does not have. */
const ADDED = `
| GET  | /clients/web/auth/user-info          |                         |
| POST | /clients/web/auth/profile            | nickname                |
| GET  | /clients/web/auth/sessions           |                         |
| POST | /clients/web/auth/sessions/revoke    | id                      |
| POST | /clients/web/auth/change-email/undo  | token                   |
| POST | /clients/web/auth/login/refuse | token |
| GET  | /clients/web/auth/export             |                         |
| POST | /clients/web/auth/close              | password                |
| POST | /clients/web/recharge/order/cancel   | id                      |
| GET  | /clients/web/recharge/refund/offer | orderId |
| POST | /clients/web/recharge/refund/request | orderId, reason? |
| POST | /clients/web/recharge/refund/withdraw | orderId |
| GET  | /clients/web/recharge/credit/entries | page?, pageSize?, type? |
| GET  | /clients/web/credit/keys | |
| POST | /clients/web/credit/keys/create | applicationId, name, monthlyLimit |
| POST | /clients/web/credit/keys/revoke | id |
| GET  | /clients/web/credit/applications | |
| POST | /clients/web/credit/applications/revoke | id |
| GET  | /clients/web/credit/usage | first?, last?, applicationId?, key? |
| GET  | /clients/web/credit/usage/records | first?, last?, applicationId?, key?, cursor?, limit? |
| GET  | /clients/web/credit/usage/csv | first?, last?, applicationId?, key? |
| GET  | /clients/web/credit/reminders | |
| POST | /clients/web/credit/reminders/save | lowCredit, expiringDays |
| GET  | /clients/web/notices | |
| POST | /clients/web/notices/dismiss | id |
| GET  | /clients/web/invoice/list | page?, pageSize?, state? |
| GET  | /clients/web/invoice/orders | page?, pageSize? |
| GET  | /clients/web/invoice/titles | |
| POST | /clients/web/invoice/request | orderIds, title |
| POST | /clients/web/invoice/withdraw | id |
| POST | /clients/web/invoice/titles/remove | id |
| GET  | /clients/web/invoice/file | id, file |
| POST | /clients/web/auth/login/second/begin | |
| POST | /clients/web/auth/login/second | totp?, recoveryCode?, passkey? |
| GET  | /clients/web/auth/second-factor | |
| POST | /clients/web/auth/second-factor/confirm/begin | |
| POST | /clients/web/auth/second-factor/confirm | totp?, recoveryCode?, passkey? |
| POST | /clients/web/auth/second-factor/totp/begin | |
| POST | /clients/web/auth/second-factor/totp | code, ticket |
| POST | /clients/web/auth/second-factor/totp/remove | |
| POST | /clients/web/auth/second-factor/passkeys/begin | |
| POST | /clients/web/auth/second-factor/passkeys | name, response |
| POST | /clients/web/auth/second-factor/passkeys/remove | id |
| POST | /clients/web/auth/second-factor/recovery-codes | |
| GET  | /clients/web/captcha/challenge       |                         |
| GET  | /clients/web/auth/sign-on/{id} | id |
`

function rows(table: string): string[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [method, path, fields] = line.split('|').slice(1, -1)
      return [method, path, fields]
        .map((cell) => cell?.trim())
        .join(' ')
        .trim()
    })
}

function asRow({ method, path, input }: Endpoint): string {
  const original = path.replaceAll(/:(\w+)/g, '{$1}')
  return `${method} ${original} ${fieldsOf(input).join(', ')}`.trim()
}

function fieldsOf(input: z.ZodMiniType): string[] {
  if (!(input instanceof z.ZodMiniObject)) throw new Error('the input of a call must be an object')
  return Object.entries(input.shape).map(([name, field]) =>
    z.core.safeParse(field, undefined).success ? `${name}?` : name,
  )
}

test('contract has the eighteen original and the added calls with their methods, paths and fields, and no others', () => {
  expect(rows(ORIGINAL)).toHaveLength(18)
  expect(calls.map(asRow).toSorted()).toEqual([...rows(ORIGINAL), ...rows(ADDED)].toSorted())
  // the only GET that requires the CSRF token
  expect(calls.filter(({ unsafe }) => unsafe).map(({ path }) => path)).toEqual([
    '/clients/web/auth/logout',
  ])
})

test('unknown fields of any call are ignored', () => {
  for (const { path, input } of calls) {
    const { error } = input.safeParse({ surprise: 1 })
    const codes = error?.issues.map(({ code }) => code) ?? []
    expect([path, codes.includes('unrecognized_keys')]).toEqual([path, false])
  }
})

test('schema is created at its first use, once', () => {
  let made = 0
  const call = endpoint({
    method: 'POST',
    path: '/clients/web/test',
    session: 'optional',
    input: () => {
      made += 1
      return z.strictObject({ id: z.string() })
    },
    output: () => {
      throw new Error('the output schema was not used')
    },
  })
  expect(made).toBe(0)
  expect(call.input.safeParse({ id: 'a' }).success).toBe(true)
  expect(call.input.safeParse({}).success).toBe(false)
  expect(made).toBe(1)
})
