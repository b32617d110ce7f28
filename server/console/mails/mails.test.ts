import { expect, test } from 'vitest'
import { listConsoleMails } from '#contract/console/mails.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { registerCodeMail } from '../../account/mails.ts'
import { uuidv7 } from '../../db/ids.ts'
import { finishJob } from '../../jobs/jobs.store.ts'
import { queueMail } from '../../mail/outbox.ts'
import { ask } from '../../testing/console/console.ts'
import { startConsoleServer } from '../../testing/console/console-shop.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

const fixtureOf = oncePerFile(startConsoleServer)

/** A viewer and an empty outbox. */
async function start() {
  const { shop: server, viewer } = await fixtureOf()
  const { sql } = server
  await sql`delete from jobs`
  return {
    ...server,
    viewer,
    listed: (filter: CallInputOf<typeof listConsoleMails>) => ask(viewer, listConsoleMails, filter),
    async queue(to: string, subject: string): Promise<string> {
      const text = `https://shop.test/reset#${'x'.repeat(43)}`
      const key = uuidv7()
      await queueMail(sql, { to, subject, text, html: `<p>${text}` }, { dedupeKey: key })
      const [row] = await sql<{ id: string }>`select id from jobs where dedupe_key = ${key}`
      return row!.id
    },
    async giveUp(id: string, error: string): Promise<void> {
      await sql`
        update jobs set state = 'dead', attempts = 10, last_error = ${error}, finished_at = now()
        where id = ${id}`
    },
    async finish(id: string): Promise<void> {
      await sql`
        update jobs set state = 'done', payload = '{}', attempts = 1, finished_at = now()
        where id = ${id}`
    },
    /** As the worker does it. */
    async send(id: string): Promise<void> {
      await sql`update jobs set attempts = 1 where id = ${id}`
      await finishJob(sql, { id, kind: 'mail', payload: {}, attempt: 1 })
    },
  }
}

test('waiting, dead and sent mails: listed newest first without body, link and code', async () => {
  const outbox = await start()
  const waiting = await outbox.queue('ann@example.com', '482917 是您的星桥注册验证码')
  const dead = await outbox.queue('bob@example.com', '付款收据：¥19.90')
  await outbox.giveUp(dead, 'Error: 550 rejected "482917 是您的验证码"')
  const sent = await outbox.queue('cat@example.com', 'anything')
  await outbox.finish(sent)
  const { mails, next } = await outbox.listed({})
  expect(next).toBeNull()
  expect(mails).toEqual([
    {
      id: sent,
      state: 'done',
      to: null,
      subject: null,
      title: null,
      attempts: 1,
      createdAt: isoTime,
      nextTryAt: null,
      finishedAt: isoTime,
      goodUntil: null,
      lastError: null,
    },
    {
      id: dead,
      state: 'dead',
      to: 'bob@example.com',
      subject: '付款收据：¥19.90',
      title: null,
      attempts: 10,
      createdAt: isoTime,
      nextTryAt: null,
      finishedAt: isoTime,
      goodUntil: null,
      lastError: 'Error: 550 rejected "•••••• 是您的验证码"',
    },
    {
      id: waiting,
      state: 'waiting',
      to: 'ann@example.com',
      subject: '•••••• 是您的星桥注册验证码',
      title: null,
      attempts: 0,
      createdAt: isoTime,
      nextTryAt: isoTime,
      finishedAt: null,
      goodUntil: null,
      lastError: null,
    },
  ])
  const answer = JSON.stringify(mails)
  for (const secret of ['482917', 'https:', 'xxxx']) expect(answer).not.toContain(secret)

  // as the shop writes it
  const mail = registerCodeMail(outbox.deps, '135790')
  const goodUntil = new Date(Date.now() + 600_000)
  await queueMail(outbox.sql, { to: 'ann@example.com', ...mail }, { goodUntil })
  const { mails: coded } = await outbox.listed({})
  expect(coded.slice(0, 1)).toMatchObject([
    { subject: expect.stringMatching(/^•{6} 是您的/), goodUntil: goodUntil.toISOString() },
  ])
  expect(JSON.stringify(coded)).not.toContain('135790')
})

test('filters: state, address, id and their combinations', async () => {
  const outbox = await start()
  const one = await outbox.queue('ann@example.com', 'one')
  const two = await outbox.queue('ann@example.com', 'two')
  const three = await outbox.queue('bob@example.com', 'three')
  await outbox.giveUp(two, 'Error: no mail server')
  const four = await outbox.queue('bob@example.com', 'four')
  await outbox.finish(four)
  // other jobs are no mails
  await outbox.sql`insert into jobs (id, kind, payload) values (${uuidv7()}, 'other', '{}')`
  const cases: [CallInputOf<typeof listConsoleMails>, string[]][] = [
    [{}, [four, three, two, one]],
    [{ state: 'waiting' }, [three, one]],
    [{ state: 'dead' }, [two]],
    [{ state: 'done' }, [four]],
    [{ to: ' ANN@example.com' }, [two, one]],
    [{ to: 'ann@' }, []],
    [{ to: 'ann@example.com', state: 'dead' }, [two]],
    [{ to: 'bob@example.com', state: 'done' }, []],
    [{ id: three }, [three]],
    [{ id: uuidv7() }, []],
  ]
  for (const [filter, ids] of cases) {
    const { mails } = await outbox.listed(filter)
    expect([filter, mails.map(({ id }) => id)]).toEqual([filter, ids])
  }
  const wrong: [object, string][] = [
    [{ state: 'lost' }, '没有这种邮件状态'],
    [{ id: '1' }, '邮件编号不正确'],
  ]
  for (const [filter, message] of wrong) {
    const { status, body } = await outbox.viewer.call(listConsoleMails, filter)
    expect([status, body.code, body.message]).toEqual([400, 'VALIDATION', message])
  }
})

test('a sent code keeps its kind and a masked receiver, and is found by the whole address; the code is kept nowhere', async () => {
  const outbox = await start()
  const to = 'dora@example.com'
  const mail = registerCodeMail(outbox.deps, '482917')
  await queueMail(outbox.sql, { to, ...mail }, { sealedBy: outbox.config })
  const [row] = await outbox.sql<{ id: string }>`select id from jobs`
  await outbox.send(row!.id)
  const { mails } = await outbox.listed({ to })
  expect(mails).toMatchObject([
    {
      id: row!.id,
      state: 'done',
      to: 'd***@example.com',
      subject: expect.stringMatching(/^•{6} /),
    },
  ])
  expect((await outbox.listed({ to: 'else@example.com' })).mails).toEqual([])
  const kept = JSON.stringify(await outbox.sql`select * from jobs`)
  for (const secret of [to, '482917']) expect(kept).not.toContain(secret)
})
