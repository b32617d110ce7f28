import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { api } from '#contract/api.ts'
import { uuidv7 } from '../../db/ids.ts'
import { seedPlans } from '../../recharge/plans/plans.store.ts'
import { grantCredit } from '../../testing/applications/applications.ts'
import { adjust } from '../../testing/credit.ts'
import { readExamples, readIntegratePage } from '../../testing/doc-examples.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts'
import { deliverMessages, registerReceiver } from '../../testing/applications/messages.ts'
import { startReceiver } from '../../testing/applications/webhook-receiver.ts'

const WAIT = { timeout: 10_000, interval: 20 }

/** Causes each message once. */
async function causeMessages(server: TestServer, applicationId: string): Promise<TestUser> {
  const ann = await server.newUser()
  await grantCredit(server, { id: applicationId }, ann)
  await adjust(server, ann, { delta: 150 })
  await adjust(server, ann, { delta: -60 })
  const id = uuidv7()
  await seedPlans(server.sql, server.deps.content.plans)
  await server.sql`
    insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount, currency, credit,
      bonus_credit, open_slot, created_at, expires_at)
    select ${id}, ${ann.user.id}, 'A1', 'pending', id, 1, '{}', 1, 1990, 'cny', 2000, 200, 1, now(), now()
    from plans limit 1`
  await server.sql`
    update orders set state = 'paid', paid_at = now(), open_slot = null where id = ${id}`
  const terms = { applicationId, name: '脚本', monthlyLimit: null }
  const { body } = await ann.call(apiKeys.createApiKey, terms)
  await ann.call(apiKeys.revokeApiKey, { id: body.data.apiKey.id })
  await server.sql`
    update users set closed_at = now(), closing_at = null, email = null, password_hash = null,
      email_verified_at = null where id = ${ann.user.id}`
  return ann
}

test('the messages of the page have the fields that are sent, and none is left out', async () => {
  await using server = await startTestServer()
  await using receiver = await startReceiver()
  const { id } = await registerReceiver(server, receiver.url, { isFirstParty: false })
  await causeMessages(server, id)
  const ben = await server.newUser()
  await grantCredit(server, { id }, ben)
  await ben.call(apiKeys.revokeGrant, { id })
  const cleo = await server.newUser()
  await grantCredit(server, { id }, cleo)
  await server.sql`
    insert into sign_ons (session_id, application_id, sid, user_id, signed_on_at)
    select id, ${id}, '', user_id, now() from sessions where user_id = ${cleo.user.id}`
  await cleo.call(api.account.logout, {})
  await using _worker = deliverMessages(server)
  await expect.poll(() => receiver.received.length, WAIT).toBe(6)
  const forms = (bodies: string[]) =>
    bodies.map((body) => JSON.stringify(formOf(JSON.parse(body)))).toSorted()
  expect(forms(await readExamples('json'))).toEqual(
    forms(receiver.received.map(({ body }) => body)),
  )

  // every type that the database can tell of
  const functions = await server.sql<{ text: string }>`
    select prosrc as text from pg_proc where proname like 'tell_of_%'`
  const types = functions.flatMap(({ text }) => [...text.matchAll(/'([a-z]+\.[a-z_]+)'/g)])
  const page = await readIntegratePage()
  expect(new Set(types.map(([, type]) => type)).size).toBe(6)
  for (const [, type] of types) expect(page).toContain(`\n\`${type}\`：`)
})

/** The type of a message, and the name and kind of each field. */
function formOf({ type, timestamp, data }: { type: string; timestamp: string; data: object }) {
  const fields = Object.entries(data).map(([name, value]) => `${name}: ${typeof value}`)
  return { type, timestamp: typeof timestamp, fields: fields.toSorted() }
}
