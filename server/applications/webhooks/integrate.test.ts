import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { api } from '#contract/api.ts'
import { freePort } from '#harness/free-ports.ts'
import { uuidv7 } from '../../db/ids.ts'
import { seedPlans } from '../../recharge/plans/plans.store.ts'
import { grantCredit } from '../../testing/applications/applications.ts'
import { adjust } from '../../testing/credit.ts'
import { readExamples, readIntegratePage, run, scratchFolder } from '../../testing/doc-examples.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts'
import {
  deliverMessages,
  fallBelowThreshold,
  listMessages,
  registerReceiver,
} from '../../testing/applications/messages.ts'
import { startReceiver } from '../../testing/applications/webhook-receiver.ts'

const WAIT = { timeout: 10_000, interval: 20 }

/** The receiver of docs/integrate.md as a program; `nextLine` is what it prints. */
async function startDocReceiver(secret: string, port: number) {
  const folder = await scratchFolder()
  const [program] = await readExamples('js')
  const path = await folder.write('receive.mjs', program!)
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) }
  const child = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async () => (await lines.next()).value
  expect(await nextLine()).toBe('等待消息')
  return {
    nextLine,
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'close')
      await folder[Symbol.asyncDispose]()
    },
  }
}

test("the page's receiver takes a message once, and refuses what is not signed or not fresh", async () => {
  await using server = await startTestServer()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { webhookSecret } = await registerReceiver(server, url)
  // the same message also to a receiver that keeps it
  await using copy = await startReceiver()
  await registerReceiver(server, copy.url)
  await server.sql`
    update applications set webhook_secret = (
      select webhook_secret from applications where webhook_url = ${url}) where webhook_url = ${copy.url}`
  await using receiver = await startDocReceiver(webhookSecret!, port)
  const ann = await fallBelowThreshold(server)
  await using _worker = deliverMessages(server)
  expect(await receiver.nextLine()).toBe(`credit.low ${ann.user.id}`)
  await expect
    .poll(async () => (await listMessages(server)).map(({ state }) => state), WAIT)
    .toEqual(['delivered', 'delivered'])

  const { headers, body } = copy.received[0]!
  const signed: Record<string, string> = {}
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    signed[name] = String(headers[name])
  const post = async (changed: Record<string, string>, text = body) =>
    (await fetch(url, { method: 'POST', headers: { ...signed, ...changed }, body: text })).status
  expect(await post({})).toBe(204)
  expect(await receiver.nextLine()).toBe(`credit.low ${ann.user.id}`)
  expect(await post({ 'webhook-signature': `v1,other ${signed['webhook-signature']}` })).toBe(204)
  expect(await post({}, body.replace('90', '91'))).toBe(401)
  expect(await post({ 'webhook-id': 'msg_other' })).toBe(401)
  expect(await post({ 'webhook-signature': 'v1,other' })).toBe(401)
  const old = String(Number(signed['webhook-timestamp']) - 600)
  expect(await post({ 'webhook-timestamp': old })).toBe(401)
  // as many characters as a signature, but more bytes
  expect(await post({ 'webhook-signature': `v1,${'é'.repeat(44)}` })).toBe(401)
  await cutOffRequest(port)
  expect(await post({})).toBe(204)

  await using folder = await scratchFolder()
  const [, withPackage] = await readExamples('js')
  const given = `const { headers, body } = JSON.parse(process.env.MESSAGE)`
  const program = `${given}\n${withPackage}\nconsole.log(type, data.user)`
  const path = await folder.write('verify.mjs', program)
  const env = {
    ...process.env,
    WEBHOOK_SECRET: webhookSecret,
    MESSAGE: JSON.stringify({ headers, body }),
  }
  const { stdout } = await run(process.execPath, [path], { env })
  expect(stdout.trim()).toBe(`credit.low ${ann.user.id}`)
})

/** Sends half of what it announces. */
async function cutOffRequest(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n`
  await new Promise((resolve) => socket.write(`${head}{"type"`, resolve))
  socket.resetAndDestroy()
  await once(socket, 'close')
}

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
