import { randomBytes } from 'node:crypto'
import {
  type CallRates,
  insertApplication,
  insertApplicationKey,
} from '#server/applications/registry/applications.store.ts'
import { hashKey, newApplicationKey } from '#server/applications/secrets.ts'
import { adjustCredit } from '#server/credit/adjust-credit.ts'
import { uuidv7 } from '#server/db/ids.ts'
import type { Sql } from '#server/db/sql.ts'
import type { Customer } from '../customers.ts'

const CREDIT = 1_000_000

/** An application of the operator's own, and customers with credit for it. Returns its key. */
export async function openApplication(
  sql: Sql,
  customers: readonly Customer[],
  limits: CallRates,
): Promise<string> {
  const id = uuidv7()
  const apiKey = newApplicationKey()
  const now = new Date()
  await sql.begin(async (tx) => {
    const application = {
      ...{ id, clientId: id, clientSecretHash: randomBytes(32), name: 'AI 工具' },
      ...{
        isFirstParty: true,
        redirectUrls: [],
        logoutRedirectUrls: [],
        backchannelUrl: null,
        homeUrl: null,
      },
      ...{ webhookUrl: null, webhookSecret: null, lowCredit: 0, limits },
    }
    await insertApplication(tx, application, now)
    await insertApplicationKey(tx, { applicationId: id, hash: hashKey(apiKey), networks: [], now })
  })
  const deps = { sql, now: () => new Date() }
  for (const { id: userId } of customers) {
    await adjustCredit(deps, { userId, delta: CREDIT, reason: '演练', key: uuidv7() })
  }
  return apiKey
}
