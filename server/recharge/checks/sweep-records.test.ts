import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/harness.ts'
import { ALERTS_KEPT_DAYS, EVENTS_KEPT_DAYS, sweepRecords } from './sweep-records.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('old events and alerts are deleted; the newest event stays', async () => {
  await using server = await startTestServer()
  const { deps, sql } = server
  const ago = (days: number) => new Date(deps.now().getTime() - days * DAY_MS)
  const sweep = () => sweepRecords(deps, new AbortController().signal)
  for (const days of [EVENTS_KEPT_DAYS + 2, EVENTS_KEPT_DAYS + 1]) {
    await sql`
      insert into provider_events (id, type, created_at, applied_at)
      values (${`evt_${days}`}, 'refund.updated', ${ago(days)}, ${ago(days)})`
  }
  for (const days of [ALERTS_KEPT_DAYS + 1, ALERTS_KEPT_DAYS - 1]) {
    await sql`
      insert into alerts (kind, subject, facts, first_at, last_at)
      values ('dispute_opened', ${`dp_${days}`}, '{}', ${ago(500)}, ${ago(days)})`
  }
  const events = () => sql<{ id: string }>`select id from provider_events order by id`

  await sweep()

  expect(await events()).toEqual([{ id: `evt_${EVENTS_KEPT_DAYS + 1}` }])
  expect(await sql`select subject from alerts`).toEqual([{ subject: `dp_${ALERTS_KEPT_DAYS - 1}` }])

  await sql`
    insert into provider_events (id, type, created_at, applied_at)
    values ('evt_new', 'refund.updated', ${ago(1)}, ${ago(1)})`
  await sweep()

  expect(await events()).toEqual([{ id: 'evt_new' }])
})
