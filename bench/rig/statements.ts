import type { Query } from '#server/db/sql.ts'
import type { Parameter } from '#server/db/values.ts'
import { findSession } from '#server/http/sessions/sessions.store.ts'
import { findOrInsertOrder } from '#server/recharge/orders/find-or-insert-order.store.ts'

// The references run the product's own statements, got from its stores: nothing here can grow old.

/** A statement with the meaning of each of its parameters, in their order. */
export interface Statement<Meaning extends string> {
  text: string
  parameters: Meaning[]
}

export type PlacingParameter =
  | 'userId'
  | 'planId'
  | 'num'
  | 'orderNo'
  | 'source'
  | 'now'
  | 'expiresAt'
  | 'newId'

export async function placingStatement(): Promise<Statement<PlacingParameter>> {
  const marks = { userId: 'u', planId: 'p', num: -1, orderNo: 'o', source: 's' } as const
  const now = new Date(1)
  const expiresAt = new Date(2)
  const { text, values } = await recorded((sql) =>
    findOrInsertOrder(sql, { ...marks, now, expiresAt }),
  )
  const meanings = new Map<Parameter, PlacingParameter>([
    [marks.userId, 'userId'],
    [marks.planId, 'planId'],
    [marks.num, 'num'],
    [marks.orderNo, 'orderNo'],
    [marks.source, 'source'],
    [now, 'now'],
    [expiresAt, 'expiresAt'],
  ])
  // what we did not give the store are the ids that it makes
  return { text, parameters: values.map((value) => meanings.get(value) ?? 'newId') }
}

export type SessionParameter = 'tokenHash' | 'now' | 'seenAfter'

export async function sessionStatement(): Promise<Statement<SessionParameter>> {
  const tokenHash = Buffer.from('t')
  const now = new Date(1)
  const seenAfter = new Date(2)
  const { text, values } = await recorded((sql) => findSession(sql, { tokenHash, now, seenAfter }))
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

async function recorded(
  speak: (sql: Query) => Promise<unknown>,
): Promise<{ text: string; values: Parameter[] }> {
  const said: { text: string; values: Parameter[] }[] = []
  await speak(async (strings, ...values) => {
    said.push({ text: strings.reduce((before, part, at) => `${before}$${at}${part}`), values })
    return []
  })
  const [statement, ...others] = said
  if (statement === undefined || others.length > 0) throw new Error('expected one statement')
  return statement
}
