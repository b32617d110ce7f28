import { readFile } from 'node:fs/promises'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { startJobs } from '../../jobs/worker.ts'
import { mailHandlers, queueMail } from '../../mail/outbox.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { operatorOf } from '../../testing/operator.ts'

async function desk() {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  const operator = stack.use(await operatorOf(server))
  const { sql } = server
  return {
    server,
    sql,
    operator,
    async queue(to: string, subject: string, goodUntil?: Date): Promise<string> {
      await queueMail(sql, { to, subject, text: 'a', html: '<p>a' }, goodUntil && { goodUntil })
      const [row] = await sql<{ id: string }>`select id from jobs where payload ->> 'to' = ${to}`
      return row!.id
    },
    /** As after ten attempts. */
    async bury(id: string): Promise<void> {
      await sql`
        update jobs set state = 'dead', attempts = 10, last_error = 'Error: no mail server',
          finished_at = now() where id = ${id}`
    },
    /** Runs the server's jobs until the outbox is empty. */
    async deliver(): Promise<string[]> {
      const sent: string[] = []
      const mailer = {
        send: async ({ to }: { to: string }) => void sent.push(to),
        close: () => {},
      }
      const silent = { info() {}, warn() {}, error() {} }
      const worker = startJobs({
        sql,
        log: silent,
        handlers: mailHandlers(mailer, server.config),
        pollMs: 20,
      })
      await expect
        .poll(() => sql`select 1 from jobs where kind = 'mail' and state = 'waiting'`, {
          timeout: 10_000,
        })
        .toEqual([])
      await worker.stop()
      return sent
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const deskOf = oncePerFile(desk)

test('dead mail is resent, alone or with all others; a sent, expired or held one is not', async () => {
  await using here = await desk()
  const { operator } = here
  const past = new Date(Date.now() - 1000)
  const sent = await here.queue('sent@example.com', '一')
  await here.deliver()
  const dead = await here.queue('dead@example.com', '二')
  const late = await here.queue('late@example.com', '三', past)
  await here.bury(dead)
  await here.bury(late)
  expect(await operator.refusal('mail', 'resend', sent)).toMatchObject({ exit: 1, code: 'SENT' })
  expect(await operator.refusal('mail', 'resend', late)).toMatchObject({ exit: 1, code: 'LATE' })
  const nothing = '00000000-0000-7000-8000-000000000000'
  expect(await operator.refusal('mail', 'resend', nothing)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await operator.refusal('mail', 'resend')).toMatchObject({ exit: 2, code: 'USAGE' })
  const resent = await operator.json(['mail', 'resend', dead])
  expect(resent).toEqual({ sent: [dead], late: 0, busy: 0 })
  expect(await here.deliver()).toEqual(['dead@example.com'])

  const held = await here.queue('held@example.com', '一')
  await here.sql`update jobs set locked_until = now() + interval '1 minute', attempts = 3 where id = ${held}`
  expect(await operator.json(['mail', 'resend', held])).toEqual({ sent: [], late: 0, busy: 1 })
  expect(await here.sql`select attempts from jobs where id = ${held}`).toEqual([{ attempts: 3 }])
  await here.sql`update jobs set state = 'done', finished_at = now(), locked_until = null where id = ${held}`

  // many expired ones do not keep the others back
  await here.sql`
    insert into jobs (id, kind, payload, state, attempts, finished_at)
    select uuidv7(), 'mail', jsonb_build_object('to', number, 'goodUntil', now() - interval '1 hour'),
      'dead', 10, now() from generate_series(1, 1100) number`
  for (const name of ['a', 'b', 'c']) await here.bury(await here.queue(`${name}@example.com`, name))
  const { output } = await operator.run('mail', 'resend', '--dead', '--reason', '邮件服务恢复')
  expect(output).toMatch(/重新发送 3 封；1,?101 封已过有效期/)
  expect((await here.deliver()).toSorted()).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ])
})

/** A mail server that takes mails for example.com alone. */
async function mailServer() {
  const received: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.endsWith('@example.com')
          ? null
          : Object.assign(new Error('no such user'), { responseCode: 550 }),
      ),
    onData(stream, _session, done) {
      let message = ''
      stream.setEncoding('utf8').on('data', (part: string) => (message += part))
      stream.on('end', () => {
        received.push(message)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has a port
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('mail test reports at once whether the mail server accepts the mail; without one it is stored in the mail folder', async () => {
  await using mail = await mailServer()
  const { server, operator: withoutServer } = await deskOf()
  const operatorWith = (settings: Record<string, string>) => operatorOf({ ...server, settings })
  await using operator = await operatorWith({
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'shop@example.com' },
  })
  const { output } = await operator.run('mail', 'test', 'Me@Example.com')
  expect(output).toContain('已收下给 me@example.com 的邮件')
  expect(mail.received).toHaveLength(1)
  expect(mail.received[0]).toMatch(/^From: .*shop@example\.com/m)
  const refused = await operator.refusal('mail', 'test', 'me@elsewhere.test')
  expect(refused).toMatchObject({ exit: 4, code: 'MAIL' })
  expect(refused.message).toContain('no such user')
  await using unreached = await operatorWith({ SMTP_URL: 'smtp://127.0.0.1:1' })
  expect((await unreached.refusal('mail', 'test', 'me@example.com')).message).toMatch(
    /^邮件没有发出：连不上邮件服务器，请检查 SMTP_URL.*ECONNREFUSED/,
  )
  const { port } = new URL(mail.url)
  await using ciphered = await operatorWith({
    SMTP_URL: `smtps://127.0.0.1:${port}`,
    MAIL_FROM: 'shop@example.com',
  })
  expect((await ciphered.refusal('mail', 'test', 'me@example.com')).message).toMatch(
    /^邮件没有发出：不能以 TLS 连接邮件服务器，.*该用 smtp 还是 smtps/,
  )
  expect(await operator.refusal('mail', 'test', 'nobody')).toMatchObject({
    exit: 2,
    code: 'USAGE',
  })
  expect(await operator.audit('me@elsewhere.test')).toMatchObject([
    { command: 'mail test', outcome: 'failed' },
  ])
  expect(await operator.audit('me@example.com')).toMatchObject([
    { outcome: 'failed' },
    { outcome: 'failed' },
    { command: 'mail test', outcome: 'done' },
  ])
  const kept = await withoutServer.run('mail', 'test', 'me@example.com')
  const place = /保存在 (\S+\.eml)/.exec(kept.output)?.[1] ?? ''
  expect(await readFile(place, 'utf8')).toMatch(/^To: me@example\.com/m)
})
