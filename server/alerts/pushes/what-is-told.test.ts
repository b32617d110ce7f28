import { pino } from 'pino'
import { expect, test } from 'vitest'
import { uuidv7 } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { UndeliverableMail } from '../../gateways/mail/mailer.ts'
import { startJobs, GiveUp } from '../../jobs/worker.ts'
import { perform, startSigning } from '../../testing/console/signing.ts'
import { startTestServer } from '../../testing/harness.ts'
import { alertDeadJob } from '../raise-alert.ts'
import { insertChannel } from './channels.store.ts'
import { encryptTarget } from './target.ts'

const LONG = 60_000

async function addMailChannel({ sql, config, now }: Deps): Promise<void> {
  const target = { address: 'boss@shop.test', secret: null }
  await insertChannel(sql, {
    ...{ id: uuidv7(), kind: 'mail', name: '邮件', quiet: null, createdBy: 'test', now: now() },
    topics: ['signatures', 'mails', 'webhooks'],
    target: encryptTarget(config.secretKey, target),
  })
}

function told({ sql }: Pick<Deps, 'sql'>) {
  return sql<{ kind: string; detail: string | null; path: string }>`
    select m.kind, m.detail, m.path from push_deliveries d join push_messages m on m.id = d.message_id
    order by m.id`
}

test(
  'request of a second signature is told with the title of its action, without the customer',
  async () => {
    await using fixture = await startSigning()
    const { shop, staff } = fixture
    await addMailChannel(shop.deps)
    const user = await shop.newUser()
    const finance = await staff.newOperator('finance')
    await staff.newOperator('owner')
    const given = { user: user.user.email, give: '200000', reason: '补偿' }
    const answer = await perform(finance, 'users credit', given)
    expect(answer.body.data).toMatchObject({ is: 'waiting' })
    expect(await told(shop)).toEqual([
      { kind: 'signature_needed', detail: '调整积分', path: '/signatures' },
    ])
  },
  LONG,
)

test(
  'jobs that are given up: mails and messages are told once a day, wrong addresses and other jobs are not',
  async () => {
    await using server = await startTestServer({ deps: { log: pino({ level: 'silent' }) } })
    const { deps, sql } = server
    await addMailChannel(deps)
    const fails = { attempts: 1, run: () => Promise.reject(new Error('no mail server')) }
    const bounce = new UndeliverableMail('550 no such user')
    const seen: string[] = []
    const jobs = startJobs({
      sql,
      log: deps.log,
      handlers: {
        mail: {
          attempts: 1,
          run: (payload) =>
            Promise.reject(
              isBounce(payload) ? new GiveUp('x', { cause: bounce }) : new Error('no mail server'),
            ),
        },
        'application-message': fails,
        other: fails,
      },
      onDead: async (job) => {
        await alertDeadJob(deps, job)
        seen.push(job.kind)
      },
    })
    const add = (kind: string, payload: string) => sql`
    insert into jobs (id, kind, payload) values (${uuidv7()}, ${kind}, ${payload}::jsonb)`
    await add('mail', '{"bounce":true}')
    await add('other', '{}')
    await expect.poll(() => seen.length, { timeout: LONG }).toBe(2)
    expect(await told(server)).toEqual([])
    for (const kind of ['mail', 'application-message', 'mail']) await add(kind, '{}')
    await expect.poll(() => seen.length, { timeout: LONG }).toBe(5)
    await jobs.stop()
    expect((await told(server)).map(({ kind, path }) => `${kind} ${path}`).toSorted()).toEqual([
      'mail_dead /mails?state=dead',
      'message_dead /',
    ])
    expect(await sql`select facts from alerts`).toEqual([{ facts: {} }, { facts: {} }])
  },
  LONG,
)

function isBounce(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'bounce' in payload
}
