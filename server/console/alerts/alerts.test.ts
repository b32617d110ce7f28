import { expect, test } from 'vitest'
import { listAlerts } from '#contract/console/alerts.ts'
import { startConsoleServer } from '../../testing/console/console-shop.ts'

test('alerts of 30 days in pages: each once, the latest first, also those of one moment', async () => {
  await using fixture = await startConsoleServer()
  const { sql } = fixture.shop
  await sql`
      insert into alerts (kind, subject, facts, first_at, last_at)
      select 'order_unknown', 'pi_' || n || '.x', '{}', now() - interval '1 day', now() - n / 3 * interval '1 minute'
      from generate_series(0, 6) n`
  await sql`
      insert into alerts (kind, subject, facts, first_at, last_at)
      values ('order_unknown', 'old', '{}', now(), now() - interval '31 days')`
  const seen: string[] = []
  const lengths: number[] = []
  let before: string | undefined
  do {
    const { status, body } = await fixture.viewer.call(listAlerts, {
      limit: 2,
      ...(before && { before }),
    })
    expect(status).toBe(200)
    lengths.push(body.data.alerts.length)
    seen.push(...body.data.alerts.map(({ about }) => about))
    before = body.data.next ?? undefined
  } while (before !== undefined)
  expect(seen).toEqual([2, 1, 0, 5, 4, 3, 6].map((n) => `pi_${n}.x`))
  expect(lengths).toEqual([2, 2, 2, 1])
  const whole = await fixture.viewer.call(listAlerts, {})
  expect([whole.body.data.alerts.length, whole.body.data.next]).toEqual([7, null])
  const wrong = await fixture.viewer.call(listAlerts, { before: 'x' })
  expect([wrong.status, wrong.body.message]).toEqual([400, '翻页位置不正确，请从第一页看起'])
})
