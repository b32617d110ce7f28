import { expect, test, vi } from 'vitest'
import { UndeliverableMail, type Mail, type Mailer } from '../gateways/mail/mailer.ts'
import { wakeWorkers } from '../jobs/enqueue.ts'
import { startJobs } from '../jobs/worker.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { mailHandlers, queueMail, readQueuedMail } from './outbox.ts'

const HOUR_MS = 3_600_000
const CONFIG = { secretKey: 'k'.repeat(48) }
const MAIL = { to: 'linwan@example.com', subject: '你好', text: '文字', html: '<p>文字</p>' }

interface Job {
  id: string
  state: string
  payload: object
  error: string | null
}

const databaseOf = oncePerFile(() => createTestDatabase())

async function post(send: Mailer['send']) {
  const database = await databaseOf()
  await database.sql`delete from jobs`
  const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const handlers = mailHandlers({ send, close: () => {} }, CONFIG)
  // looks for work when it is woken alone
  const jobs = startJobs({ sql: database.sql, handlers, log, pollMs: 60_000 })
  return {
    sql: database.sql,
    /** The one job of this test, once it has come that far. */
    job: (attempts: number) =>
      vi.waitFor(
        async () => {
          const [job] = await database.sql<Job>`
            select id, state, payload, last_error as error from jobs
            where attempts = ${attempts} and locked_until is null`
          if (job === undefined) throw new Error('still at work')
          return job
        },
        { timeout: 10_000 },
      ),
    [Symbol.asyncDispose]: jobs.stop,
  }
}

test('a queued mail is sent after the commit, and its text is removed from the job', async () => {
  const sent: Mail[] = []
  await using office = await post(async (mail) => {
    sent.push(mail)
  })
  await office.sql.begin(async (tx) => {
    await queueMail(tx, MAIL, { goodUntil: new Date(Date.now() + 60_000) })
    expect(sent).toEqual([])
  })
  const { id, state, payload } = await office.job(1)
  expect(sent).toEqual([{ ...MAIL, id }])
  expect({ state, payload }).toEqual({ state: 'done', payload: {} })
})

test('a mail with a code or a link is stored encrypted, its subject masked, and sent as it was', async () => {
  const token = 'A'.repeat(43)
  const mail = {
    ...MAIL,
    subject: '482917 是您的验证码',
    text: `链接 ?token=${token}`,
    html: token,
  }
  const send = vi.fn<Mailer['send']>(async () => {})
  send.mockRejectedValueOnce(new Error('ECONNREFUSED'))
  await using office = await post(send)
  await queueMail(office.sql, mail, { sealedBy: CONFIG })
  const { payload } = await office.job(1)
  expect(payload).toMatchObject({ to: MAIL.to, subject: '•••••• 是您的验证码' })
  expect(JSON.stringify(payload)).not.toContain('482917')
  expect(JSON.stringify(payload)).not.toContain(token)
  expect(() => readQueuedMail({ secretKey: 'x'.repeat(48) }, payload)).toThrow('SECRET_KEY')
  const stolen = { ...payload, to: 'thief@example.com' }
  expect(() => readQueuedMail(CONFIG, stolen)).toThrow('another receiver')
  const both = { secretKey: `${'x'.repeat(48)},${CONFIG.secretKey}` }
  expect(readQueuedMail(both, payload)).toMatchObject(mail)
  await office.sql`update jobs set run_at = now()`
  wakeWorkers()
  const { id } = await office.job(2)
  // a second try has the same id
  expect(send.mock.calls.map(([sent]) => sent)).toEqual([
    { ...mail, id },
    { ...mail, id },
  ])
})

test('a failing mail is retried for two days and then dead', async () => {
  await using office = await post(async () => {
    throw new Error('ECONNREFUSED')
  })
  const { sql } = office
  await queueMail(sql, MAIL)
  let waitedMs = 0
  for (let attempt = 1; ; attempt += 1) {
    const { state } = await office.job(attempt)
    if (state === 'dead') break
    const [pause] = await sql<{ ms: number }>`
      update jobs set run_at = now()
      returning (select extract(epoch from old.run_at - now()) * 1000 from jobs old)::float8 as ms`
    waitedMs += pause!.ms
    wakeWorkers()
  }
  expect(waitedMs / HOUR_MS).toBeGreaterThan(46)
  expect(waitedMs / HOUR_MS).toBeLessThan(53)
})

test('a mail that is undeliverable or too late is given up at once, also where its SECRET_KEY is lost', async () => {
  const bounce = async () => {
    throw new UndeliverableMail('550 no such user')
  }
  {
    await using office = await post(bounce)
    await queueMail(office.sql, MAIL)
    expect(await office.job(1)).toMatchObject({ state: 'dead', error: 'GiveUp: 550 no such user' })
  }
  const late = { goodUntil: new Date(Date.now() - 1) }
  for (const options of [late, { ...late, sealedBy: { secretKey: 'x'.repeat(48) } }]) {
    const send = vi.fn<Mailer['send']>(async () => {})
    await using office = await post(send)
    await queueMail(office.sql, MAIL, options)
    expect(await office.job(1)).toMatchObject({
      state: 'dead',
      error: 'GiveUp: too late to be of use',
    })
    expect(send).not.toHaveBeenCalled()
  }
})
