import { expect } from 'vitest'
import type { ApplicationCall } from '#contract/applications/application-call.ts'
import * as api from '#contract/applications/applications.ts'
import type { JoinedShop } from './application-client.ts'
import type { TestUser } from '../harness.ts'
import * as z from 'zod/mini'

export interface FittingCall {
  call: ApplicationCall
  input: Record<string, unknown>
  /** All fields but the ids in the path, and whether the call has to have them. */
  fields: { name: string; isRequired: boolean }[]
}

/**
 * Every call of the contract with an input that fits, for a customer with an open hold and a charge. A call that is
 * added with a field of a new name fails here until a fitting value stands among the samples.
 */
export async function fittingCalls(
  shop: JoinedShop,
  customer: TestUser = shop.ann,
): Promise<FittingCall[]> {
  const user = customer.user.id
  const reason = '翻译文档'
  const held = await shop.call(api.holdCredit, { user, amount: 10, reason })
  const charged = await shop.call(api.chargeCredit, { user, amount: 10, reason })
  const samples: Record<string, unknown> = {
    ...{ user, amount: 10, reason, expiresIn: 600, usage: { pages: 1 }, day: '2026-08-01' },
    labels: [{ name: 'pages', label: '页数' }],
    ...{ limit: 20, cursor: undefined, key: undefined },
  }
  return Object.values(api).map((call: ApplicationCall) => {
    const { properties = {}, required = [] } = z.toJSONSchema(call.input, { io: 'input' })
    const input: Record<string, unknown> = {}
    for (const name of Object.keys(properties)) {
      const value =
        name === 'id'
          ? call.path.includes('/holds/')
            ? held.body.data.hold.id
            : charged.body.data.charge.id
          : name === 'key' && call === api.introspectKey
            ? `key_${'A'.repeat(43)}`
            : samples[name]
      if (value === undefined && !(name in samples)) throw new Error(`no sample of ${name}`)
      if (value !== undefined) input[name] = value
    }
    const fields = Object.keys(properties)
      .filter((name) => name !== 'user' && name !== 'id')
      .map((name) => ({ name, isRequired: required.includes(name) }))
    return { call, input, fields }
  })
}

/** A call with an input that may be wrong. */
export type Attempt = readonly [
  call: ApplicationCall,
  input: Record<string, unknown>,
  options?: Parameters<JoinedShop['call']>[2],
]

export const notFound = { status: 404, code: 'NOT_FOUND' }

/** Makes each attempt and expects a refusal in the envelope, and all books as they were. */
export async function expectRefused(
  shop: JoinedShop,
  attempts: readonly Attempt[],
  { status: expected, code }: { status: number; code: string },
): Promise<void> {
  const books = await shop.readBooks()
  for (const [call, input, options] of attempts) {
    const { status, body } = await shop.call(call, input, options)
    const name = `${call.method} ${call.path} ${JSON.stringify(input)}`
    expect([name, status, body.code]).toEqual([name, expected, code])
    expect(body).toMatchObject({ statusCode: status, data: null, message: expect.any(String) })
  }
  expect(await shop.readBooks()).toEqual(books)
}
