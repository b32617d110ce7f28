import { expect, test, vi } from 'vitest'
import * as reminders from '#contract/account/reminders.ts'
import type { Mailer } from '../../gateways/mail/mailer.ts'
import { startJobs } from '../../jobs/worker.ts'
import { mailHandlers } from '../../mail/outbox.ts'
import { openAccount } from '../../testing/applications/spending.ts'
import { chargeCredit } from '../spending/spend-credit.ts'
import { remindOfLowCredit } from './remind.ts'

/** An account with 50 left, below its threshold of 100, of which no mail has been queued. */
async function openLowAccount() {
  const account = await openAccount({ credit: 500 })
  await account.ann.call(reminders.saveReminders, { lowCredit: 100, expiringDays: null })
  const terms = { amount: 450, reason: '翻译文档', usage: null }
  await chargeCredit(account.deps, account.newRequest(), terms)
  return account
}

test('while the mail server fails a reminder waits, and then it is sent once by two nodes', async () => {
  await using shop = await openLowAccount()
  const { deps, server } = shop
  const send = vi.fn<Mailer['send']>(async () => {})
  send.mockRejectedValueOnce(new Error('ECONNREFUSED'))
  const handlers = mailHandlers({ send, close: () => {} }, deps.config)
  const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const nodes = [1, 2].map(() => startJobs({ sql: server.sql, handlers, log, pollMs: 200 }))
  const untilJobs = (state: string, attempts: number) =>
    vi.waitFor(
      async () => {
        const jobs = await server.sql`
          select state, attempts from jobs where kind = 'mail' and locked_until is null`
        expect(jobs).toEqual([{ state, attempts }])
      },
      { timeout: 20_000 },
    )
  try {
    await remindOfLowCredit(deps)
    await untilJobs('waiting', 1)
    await remindOfLowCredit(deps)
    await server.sql`update jobs set run_at = now() where kind = 'mail'`
    await untilJobs('done', 2)
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
  }
  expect(send).toHaveBeenCalledTimes(2)
  const [failed, sent] = send.mock.calls.map(([mail]) => mail)
  expect(sent).toEqual(failed)
  expect(sent).toMatchObject({
    subject: '您的积分低于 100 了',
    unsubscribe: expect.stringContaining(`/unsubscribe/low.${shop.ann.user.id}.`),
  })
})

test('a reminder whose mail could not be queued is queued by the next run', async () => {
  await using shop = await openLowAccount()
  const { deps, server, ann } = shop
  const broken = { ...deps, config: { ...deps.config, publicUrl: 'no address' } }
  await expect(remindOfLowCredit(broken)).rejects.toThrow('not a web address')
  expect(await server.mails(ann.user.email)).toEqual([])
  await remindOfLowCredit(deps)
  expect(await server.mails(ann.user.email)).toHaveLength(1)
})
