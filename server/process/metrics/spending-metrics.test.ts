import { expect, test } from 'vitest'
import { listSettings } from '#contract/console/settings/settings.ts'
import { newApplication } from '../../testing/applications/applications.ts'
import { startTestConsole } from '../../testing/console/console.ts'
import { startTestServer, type TestServer } from '../../testing/harness.ts'
import { createMetrics, type Metrics } from './metrics.ts'

async function linesOf({ registry }: Metrics, ...names: string[]): Promise<string[]> {
  const lines = (await registry.metrics()).split('\n')
  return lines.filter((line) => names.some((name) => line.startsWith(`${name}{`))).toSorted()
}

/** Holds that end in so many minutes. */
async function addHolds({ sql }: TestServer, userId: string, minutes: number[]): Promise<void> {
  await sql`
    insert into credit_holds (user_id, id, application_id, amount, reason, created_at, expires_at)
    select ${userId}, gen_random_uuid(), gen_random_uuid(), 5, '对话', now() - interval '1 hour',
      now() + minutes * interval '1 minute' from unnest(${minutes}::integer[]) minutes`
}

test('holds, messages and signatures are counted while they wait, refusals of the console by their code', async () => {
  await using server = await startTestServer()
  const metrics = createMetrics(server.sql)
  const names = ['credit_holds', 'application_messages', 'console_signatures_waiting'] as const
  expect(await linesOf(metrics, ...names)).toEqual([
    'application_messages{state="failing"} 0',
    'application_messages{state="given_up"} 0',
    'credit_holds{state="late"} 0',
    'credit_holds{state="open"} 0',
  ])
  const { user } = await server.newUser()
  await server.sql`insert into credit_accounts (user_id) values (${user.id}) on conflict do nothing`
  await addHolds(server, user.id, [10, 20, -1, -3])
  const application = await newApplication(server)
  await server.sql`
    insert into application_messages (id, application_id, type, data, state, tries, created_at, ended_at)
    select gen_random_uuid(), ${application.id}, 'credit.low', '{}', state, tries, now() - age, now() - ended
    from (values ('waiting', 0, interval '0', null), ('waiting', 2, interval '0', null),
      ('given_up', 9, interval '3 days', interval '1 hour'), ('given_up', 9, interval '6 days', interval '3 days'),
      ('delivered', 1, interval '0', interval '0')) message (state, tries, age, ended)`
  expect(await linesOf(metrics, ...names)).toEqual([
    'application_messages{state="failing"} 1',
    'application_messages{state="given_up"} 1',
    'credit_holds{state="late"} 1',
    'credit_holds{state="open"} 3',
  ])
  // answers of the console too, refusals by their code
  await using staff = await startTestConsole(server.deps, metrics)
  const viewer = await staff.newOperator('viewer')
  expect((await viewer.call(listSettings, {})).status).toBe(403)
  expect(await linesOf(metrics, 'http_refusals_total')).toContain(
    'http_refusals_total{route="/api/console/settings",code="FORBIDDEN"} 1',
  )
})
