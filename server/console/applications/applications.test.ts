import { expect, test } from 'vitest'
import { listConsoleApplications, readConsoleApplication } from '#contract/console/applications.ts'
import { chargeCredit } from '../../credit/spending/spend-credit.ts'
import { startConsoleServer } from '../../testing/console/console-shop.ts'
import { perform } from '../../testing/console/signing.ts'
import { adjust } from '../../testing/credit.ts'
import {
  grantCredit,
  newApplication,
  newKeyOf,
  spendRequest,
} from '../../testing/applications/applications.ts'

test('an application is listed and read with its usage, spenders, keys and undelivered messages', async () => {
  await using fixture = await startConsoleServer()
  const { shop, viewer } = fixture
  expect((await viewer.call(listConsoleApplications, {})).body.data.applications).toEqual([])
  const ann = await shop.newUser({ email: 'ann@example.com' })
  await adjust(shop, ann, { delta: 500 })
  const application = await newApplication(shop, { isFirstParty: false })
  await grantCredit(shop, application, ann)
  await newKeyOf(shop, application, { networks: ['203.0.113.0/24'] })
  const spent = { amount: 30, reason: '翻译文档', usage: null }
  await chargeCredit(shop.deps, spendRequest(application, ann), spent)
  const { id } = application
  await shop.sql`
      insert into application_messages (id, application_id, type, data, state, tries, last_error, created_at, ended_at)
      values (gen_random_uuid(), ${id}, 'credit.low', jsonb_build_object('user', ${ann.user.id}::text), 'waiting', 2, '503', now(), null),
        (gen_random_uuid(), ${id}, 'credit.low', '{}', 'given_up', 20, '404', now() - interval '1 day', now()),
        (gen_random_uuid(), ${id}, 'credit.low', '{}', 'delivered', 1, null, now(), now())`
  await shop.sql`
      insert into jobs (id, kind, payload, run_at)
      select gen_random_uuid(), 'application-message', jsonb_build_object('id', id), '2030-01-01Z'
      from application_messages where state = 'waiting'`
  // what was counted slowly, for the list above, may be a minute old
  await shop.sql`delete from console_snapshots`
  const row = {
    ...{ id, name: 'AI 工具', isFirstParty: false, grants: 1, chargedToday: 30, charged30: 30 },
    ...{ failing: 1, givenUp: 1, disabledAt: null, lastUsedAt: null },
  }
  const list = await viewer.call(listConsoleApplications, {})
  expect(list.body.data.applications).toMatchObject([row])
  const one = await viewer.call(readConsoleApplication, { id })
  expect(one.body.data).toMatchObject({
    application: row,
    keys: [{ networks: ['203.0.113.0/24'], revokedAt: null }],
    spenders: [{ userId: ann.user.id, email: 'ann@example.com', charged: 30 }],
    messages: [
      {
        state: 'waiting',
        tries: 2,
        lastError: '503',
        userId: ann.user.id,
        nextTryAt: '2030-01-01T00:00:00.000Z',
      },
      { state: 'given_up', tries: 20, lastError: '404', userId: null, nextTryAt: null },
    ],
  })
  expect(one.body.data.days).toHaveLength(90)
  expect(one.body.data.days.at(-1)).toMatchObject({
    users: 1,
    charges: 1,
    charged: 30,
    reversed: 0,
  })
  expect(JSON.stringify(one.body)).not.toMatch(/secret|hash/i)
  const none = await viewer.call(readConsoleApplication, { id: 'nothing' })
  expect([none.status, none.body.code]).toEqual([404, 'NOT_FOUND'])
})

test('an owner registers an application and rotates its key: secrets are shown once and stored nowhere', async () => {
  await using fixture = await startConsoleServer()
  const { shop, staff } = fixture
  const owner = await staff.newOperator('owner')
  const run = async (command: string, given: Record<string, string>) => {
    const done = await perform(owner, command, given)
    if (done.body.data.is !== 'done') throw new Error(`${command} was not done`)
    return done.body.data.report.facts
  }
  const given = {
    name: 'AI 工具',
    redirect: 'https://tools.test/back',
    webhook: 'https://tools.test/hook',
  }
  const made = await run('applications register', given)
  const [application] = (await owner.call(listConsoleApplications, {})).body.data.applications
  const rotated = await run('applications rotate', {
    application: application!.id,
    'client-secret': '',
  })
  const secrets = [...made, ...rotated].filter(({ isSecret }) => isSecret).map(({ value }) => value)
  expect(secrets).toHaveLength(5)
  const stored = await shop.sql`
      select to_jsonb(action) as row from operator_actions action
      union all select to_jsonb(one) from applications one union all select to_jsonb(key) from application_keys key`
  const shown = (await owner.call(readConsoleApplication, { id: application!.id })).body
  const everything = JSON.stringify([stored, shown])
  for (const secret of secrets) expect(everything).not.toContain(secret)
  await run('applications disable', { application: application!.id })
  const [disabled] = (await owner.call(listConsoleApplications, {})).body.data.applications
  expect(disabled!.disabledAt).not.toBeNull()
})
