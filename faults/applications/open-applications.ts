import { randomBytes } from 'node:crypto'
import {
  DEFAULT_LIMITS,
  insertApplication,
  insertApplicationKey,
} from '#server/applications/registry/applications.store.ts'
import { hashKey, newApplicationKey } from '#server/applications/secrets.ts'
import { uuidv7 } from '#server/db/ids.ts'
import type { Sql } from '#server/db/sql.ts'
import type { Scenario } from '../rig/scenario.ts'
import { type Application, createApplication, type Habits } from './application.ts'

const FIRST_PARTY = [true, true, false] as const

/** Registers two applications of the operator's own and one that three quarters of the customers have allowed. */
export async function openApplications(
  { app, sql, customers, random }: Scenario,
  { habits, giveUp }: { habits: Habits; giveUp: AbortSignal },
): Promise<Application[]> {
  const everyone = customers.map(({ id }) => id)
  const granting = everyone.slice(0, Math.ceil((everyone.length * 3) / 4))
  return Promise.all(
    FIRST_PARTY.map(async (isFirstParty) => {
      const { id, apiKey } = await registerApplication(sql, { isFirstParty })
      if (!isFirstParty)
        await sql`
          insert into application_grants (user_id, application_id, granted_at)
          select unnest(${granting}::uuid[]), ${id}, now()`
      const users = new Set(isFirstParty ? everyone : granting)
      return createApplication({
        ...{ url: app.url, id, apiKey, isFirstParty, users, random, habits, giveUp },
      })
    }),
  )
}

/** Stores an application with a key, and no addresses. */
export async function registerApplication(
  sql: Sql,
  { isFirstParty }: { isFirstParty: boolean },
): Promise<{ id: string; apiKey: string }> {
  const id = uuidv7()
  const apiKey = newApplicationKey()
  const now = new Date()
  const facts = { id, clientId: id, clientSecretHash: randomBytes(32), name: 'AI 工具' }
  const none = { backchannelUrl: null, homeUrl: null, webhookUrl: null }
  const urls = { redirectUrls: [], logoutRedirectUrls: [], ...none }
  const rest = { webhookSecret: null, lowCredit: 100, limits: DEFAULT_LIMITS }
  await sql.begin(async (tx) => {
    await insertApplication(tx, { ...facts, isFirstParty, ...urls, ...rest }, now)
    const key = { applicationId: id, hash: hashKey(apiKey), networks: [], now }
    await insertApplicationKey(tx, key)
  })
  return { id, apiKey }
}
