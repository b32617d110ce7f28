import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { freePort } from '../../testing/free-ports.ts'
import { readExamples, run, scratchFolder } from '../../testing/doc-examples.ts'
import { startTestServer } from '../../testing/harness.ts'
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
