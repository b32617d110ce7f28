import * as store from '#server/credit/spending/spend.store.ts'
import type { Parameter } from '#server/db/values.ts'
import { recordStatement, type Statement } from './statements.ts'

export type SpendingParameter =
  | 'user'
  | 'id'
  | 'application'
  | 'isFirstParty'
  | 'amount'
  | 'reason'
  | 'usage'
  | 'apiKey'
  | 'hold'
  | 'mayBeLarge'
  | 'key'
  | 'hash'
  | 'timeZone'
  | 'at'
  | 'expiresAt'

export type SpendingCall = 'charge' | 'hold' | 'capture'

/** The product's own statements that charge, hold and capture, by their names. */
export async function spendingStatements(): Promise<
  Record<SpendingCall, Statement<SpendingParameter>>
> {
  const at = new Date(1)
  const expiresAt = new Date(2)
  const hash = Buffer.from('h')
  const request = {
    ...{ userId: 'user', application: { id: 'application', isFirstParty: true } },
    ...{ key: 'key', hash },
  }
  const terms = { id: 'id', amount: -1, reason: 'reason', usage: {} }
  const clock = { at, timeZone: 'zone' }
  const meanings = new Map<Parameter, SpendingParameter>([
    ['user', 'user'],
    ['id', 'id'],
    ['application', 'application'],
    [true, 'isFirstParty'],
    [-1, 'amount'],
    ['reason', 'reason'],
    [null, 'apiKey'],
    ['hold', 'hold'],
    [false, 'mayBeLarge'],
    ['key', 'key'],
    [hash, 'hash'],
    ['zone', 'timeZone'],
    [at, 'at'],
    [expiresAt, 'expiresAt'],
  ])
  const record = async (
    callStore: Parameters<typeof recordStatement>[0],
  ): Promise<Statement<SpendingParameter>> => {
    const { text, values } = await recordStatement(callStore)
    // the one value left is JSON
    return { text, parameters: values.map((value) => meanings.get(value) ?? 'usage') }
  }
  return {
    charge: await record((sql) => store.charge(sql, request, { ...terms, apiKeyId: null }, clock)),
    hold: await record((sql) =>
      store.hold(sql, request, { ...terms, apiKeyId: null }, { ...clock, expiresAt }),
    ),
    capture: await record((sql) =>
      store.capture(sql, request, 'hold', terms, { ...clock, mayBeLarge: false }),
    ),
  }
}
