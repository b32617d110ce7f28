import { type Query } from '#server/db/sql.ts'
import { statementOf } from '#server/db/statement-text.ts'
import { Fragment, type Parameter } from '#server/db/values.ts'
import { findSession } from '#server/http/sessions/sessions.store.ts'
import { MOST_UNPAID_LIMITED_ORDERS } from '#server/recharge/limits.ts'
import { findOrInsertOrder } from '#server/recharge/orders/find-or-insert-order.store.ts'

// The references run the statements of the product's own stores, so that no copy can become outdated.

/** A statement, and what each of its parameters means, in their order. */
export interface Statement<Meaning extends string> {
  text: string
  parameters: Meaning[]
}

export type PlaceOrderParameter =
  | 'userId'
  | 'planId'
  | 'num'
  | 'amount'
  | 'orderNo'
  | 'source'
  | 'now'
  | 'expiresAt'
  | 'mostUnpaid'
  | 'newId'

export async function placeOrderStatement(): Promise<Statement<PlaceOrderParameter>> {
  const placeholders = {
    userId: 'u',
    planId: 'p',
    num: -1,
    amount: -2,
    orderNo: 'o',
    source: 's',
  } as const
  const now = new Date(1)
  const expiresAt = new Date(2)
  const { text, values } = await recordStatement((sql) =>
    findOrInsertOrder(sql, { ...placeholders, now, expiresAt }),
  )
  const meanings = new Map<Parameter, PlaceOrderParameter>([
    [placeholders.userId, 'userId'],
    [placeholders.planId, 'planId'],
    [placeholders.num, 'num'],
    [placeholders.amount, 'amount'],
    [placeholders.orderNo, 'orderNo'],
    [placeholders.source, 'source'],
    [now, 'now'],
    [expiresAt, 'expiresAt'],
    [MOST_UNPAID_LIMITED_ORDERS, 'mostUnpaid'],
  ])
  // the store adds ids of its own
  return { text, parameters: values.map((value) => meanings.get(value) ?? 'newId') }
}

export type SessionParameter = 'tokenHash' | 'now' | 'seenAfter'

export async function sessionStatement(): Promise<Statement<SessionParameter>> {
  const tokenHash = Buffer.from('t')
  const now = new Date(1)
  const seenAfter = new Date(2)
  const { text, values } = await recordStatement((sql) =>
    findSession(sql, { tokenHash, now, seenAfter }),
  )
  const meanings = new Map<Parameter, SessionParameter>([
    [tokenHash, 'tokenHash'],
    [now, 'now'],
    [seenAfter, 'seenAfter'],
  ])
  return {
    text,
    parameters: values.map((value) => {
      const meaning = meanings.get(value)
      if (meaning === undefined) throw new Error('the session statement has an unknown parameter')
      return meaning
    }),
  }
}

/** Calls a store function with a `Query` that runs nothing, and returns the one statement it was given. */
export async function recordStatement(
  callStore: (sql: Query) => Promise<unknown>,
): Promise<{ text: string; values: Parameter[] }> {
  const statements: { text: string; values: Parameter[] }[] = []
  await callStore(async (strings, ...values) => {
    const { text, parameters } = statementOf(strings, values)
    statements.push({ text, values: parameters })
    return []
  })
  const [statement, ...others] = statements
  if (statement === undefined || others.length > 0) throw new Error('expected one statement')
  return statement
}
