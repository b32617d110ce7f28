import * as credit from '#server/credit/spending/spend.store.ts'
import { type Query } from '#server/db/sql.ts'
import { statementOf } from '#server/db/statement-text.ts'
import type { Parameter } from '#server/db/values.ts'
import { findSession } from '#server/http/sessions/sessions.store.ts'
import { MOST_UNPAID_LIMITED_ORDERS as mostUnpaid } from '#server/recharge/limits.ts'
import { findOrInsertOrder } from '#server/recharge/orders/find-or-insert-order.store.ts'

// The references run the statements of the product's own stores, so that no copy can become outdated.

/** A statement, and what each of its parameters means, in their order. */
export interface Statement {
  text: string
  parameters: string[]
}

export function placeOrderStatement(): Promise<Statement> {
  const given = {
    ...{ userId: 'u', planId: 'p', num: -1, amount: -2, orderNo: 'o', source: 's' },
    ...{ now: new Date(1), expiresAt: new Date(2) },
  }
  return recordStatement({ ...given, mostUnpaid }, 'newId', (sql) => findOrInsertOrder(sql, given))
}

export function sessionStatement(): Promise<Statement> {
  const given = { tokenHash: Buffer.from('t'), now: new Date(1), seenAfter: new Date(2) }
  return recordStatement(given, 'unknown', (sql) => findSession(sql, given))
}

export type SpendingCall = 'charge' | 'hold' | 'capture'

export async function spendingStatements(): Promise<Record<SpendingCall, Statement>> {
  const given = {
    ...{ user: 'user', application: 'application', isFirstParty: true, key: 'key' },
    ...{ id: 'id', amount: -1, reason: 'reason', apiKey: null, hold: 'hold', mayBeLarge: false },
    ...{ hash: Buffer.from('h'), timeZone: 'zone', at: new Date(1), expiresAt: new Date(2) },
  }
  const { user, application, isFirstParty, key, hash, id, amount, reason, at, timeZone } = given
  const request = { userId: user, application: { id: application, isFirstParty }, key, hash }
  const terms = { id, amount, reason, usage: {} }
  const ofKey = { ...terms, apiKeyId: null }
  const clock = { at, timeZone }
  // the one value that is not among the given ones is JSON
  const record = (callStore: CallStore) => recordStatement(given, 'usage', callStore)
  return {
    charge: await record((sql) => credit.charge(sql, request, ofKey, clock)),
    hold: await record((sql) =>
      credit.hold(sql, request, ofKey, { ...clock, expiresAt: given.expiresAt }),
    ),
    capture: await record((sql) =>
      credit.capture(sql, request, given.hold, terms, { ...clock, mayBeLarge: false }),
    ),
  }
}

type CallStore = (sql: Query) => Promise<unknown>

/**
 * Calls a store function with a `Query` that runs nothing. Returns the one statement that it was given, each parameter
 * by the name of that value in `given`, or by the name for all others.
 */
async function recordStatement(
  given: Readonly<Record<string, Parameter>>,
  other: string,
  callStore: CallStore,
): Promise<Statement> {
  const names = new Map(Object.entries(given).map(([name, value]) => [value, name]))
  const statements: Statement[] = []
  await callStore(async (strings, ...values) => {
    const { text, parameters } = statementOf(strings, values)
    statements.push({ text, parameters: parameters.map((value) => names.get(value) ?? other) })
    return []
  })
  const [statement, ...others] = statements
  if (statement === undefined || others.length > 0) throw new Error('expected one statement')
  return statement
}

/** The statement with these texts in place of its parameters. */
export function inlineStatement(
  { text, parameters }: Statement,
  written: Readonly<Record<string, string>>,
): string {
  return text.replaceAll(/\$(\d+)/g, (_, position: string) => {
    const name = parameters[Number(position) - 1]!
    if (written[name] === undefined) throw new Error(`no text for ${name}`)
    return `(${written[name]})`
  })
}
