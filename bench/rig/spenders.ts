import { uuidv7 } from '#server/db/ids.ts'
import type { Sql } from '#server/db/sql.ts'
import {
  insertApplication,
  insertApplicationKey,
} from '#server/applications/registry/applications.store.ts'
import { hashKey, newApplicationKey } from '#server/applications/secrets.ts'
import { CUSTOMER_ID_PREFIX } from '#harness/customers.ts'

/** More calls a second than any measurement makes, so that no call is refused. */
const MANY = 1_000_000
export const UNREACHED = { callsPerSecond: MANY, userCallsPerSecond: MANY, userBurst: MANY }

export interface Spender {
  applicationId: string
  /** What the application sends with every call. */
  headers: Record<string, string>
}

/** Registers an application of the operator's own whose limits no load reaches. */
export async function registerSpender(sql: Sql): Promise<Spender> {
  const id = uuidv7()
  const key = newApplicationKey()
  const now = new Date()
  await sql.begin(async (tx) => {
    await insertApplication(
      tx,
      {
        ...{ id, clientId: `client-${id}`, clientSecretHash: hashKey(key), name: 'AI 工具' },
        ...{ isFirstParty: true, redirectUrls: [], logoutRedirectUrls: [], backchannelUrl: null },
        ...{ webhookUrl: null, webhookSecret: null, lowCredit: 100, limits: UNREACHED },
      },
      now,
    )
    await insertApplicationKey(tx, { applicationId: id, hash: hashKey(key), networks: [], now })
  })
  return { applicationId: id, headers: { authorization: `Bearer ${key}` } }
}

/** The id of a user by number, in SQL. */
export const userIdSql = (number: string) =>
  `('${CUSTOMER_ID_PREFIX}' || lpad(to_hex(${number}), 12, '0'))::uuid`

export function userId(number: number): string {
  return CUSTOMER_ID_PREFIX + number.toString(16).padStart(12, '0')
}
