import { expect, test } from 'vitest'
import { dismissNotice, readNotice } from '#contract/account/notices.ts'
import { exportData } from '#contract/account/personal-data.ts'
import { addAnnouncement } from '../../testing/announcements.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const NONE = { notice: null, others: 0 }
const UNKNOWN = '0197a9c2-0000-7000-8000-000000000001'

const shared = oncePerFile(() => startTestServer())

/** The file's server without announcements. */
async function serverOf() {
  const server = await shared()
  await server.sql`update announcements set withdrawn_at = now() where withdrawn_at is null`
  return server
}

test('user sees the latest notice and, once it is dismissed, the next one, in every browser', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const old = await addAnnouncement(server.sql, { kind: 'notice', title: '旧', from: '-2 hours' })
  const fresh = await addAnnouncement(server.sql, { kind: 'notice', title: '新', tone: 'warning' })
  await addAnnouncement(server.sql, { kind: 'notice', title: '将来', from: '1 hour' })
  await addAnnouncement(server.sql, { text: '横幅' })
  expect((await ann.call(readNotice, {})).body.data).toEqual({
    notice: {
      ...{ id: fresh, title: '新', text: '今晚维护', link: null, tone: 'warning' },
      isDismissable: true,
    },
    others: 1,
  })
  const next = await ann.call(dismissNotice, { id: fresh })
  expect(next.body.data).toMatchObject({ notice: { id: old, title: '旧' }, others: 0 })
  const phone = await server.login(ann.user.email)
  expect((await phone.call(readNotice, {})).body.data.notice?.id).toBe(old)
  const other = await server.newUser()
  expect((await other.call(readNotice, {})).body.data.notice?.id).toBe(fresh)
  await server.sql`update announcements set withdrawn_at = now() where id = ${old}`
  expect((await ann.call(readNotice, {})).body.data).toEqual(NONE)
})

test('what a user has seen and dismissed is stored once, and is in the user’s own data', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const id = await addAnnouncement(server.sql, { kind: 'notice', title: '新套餐' })
  await Promise.all([1, 2, 3].map(() => ann.call(readNotice, {})))
  const seen = await server.sql`
    select seen_at, dismissed_at from announcement_views where user_id = ${ann.user.id}`
  expect(seen).toMatchObject([{ dismissed_at: null }])
  await Promise.all([1, 2, 3].map(() => ann.call(dismissNotice, { id })))
  const [first] = await server.sql`
    select seen_at, dismissed_at from announcement_views where user_id = ${ann.user.id}`
  expect(first).toEqual({ seen_at: seen[0]!['seen_at'], dismissed_at: expect.any(Date) })
  await ann.call(dismissNotice, { id })
  expect(
    await server.sql`
    select seen_at, dismissed_at from announcement_views where user_id = ${ann.user.id}`,
  ).toEqual([first])
  const { body } = await ann.call(exportData, {})
  expect(body.data.notices).toEqual([
    { title: '新套餐', seenAt: expect.any(String), dismissedAt: expect.any(String) },
  ])
})

test('notice that stays, has ended or does not exist cannot be dismissed; a visitor and an id that is none are refused', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const stays = await addAnnouncement(server.sql, { kind: 'notice', isDismissable: false })
  const over = await addAnnouncement(server.sql, {
    kind: 'notice',
    from: '-2 days',
    until: '-1 day',
  })
  const banner = await addAnnouncement(server.sql)
  for (const id of [stays, over, banner, UNKNOWN]) {
    const answer = await ann.call(dismissNotice, { id })
    expect(answer.body.data.notice).toMatchObject({ id: stays, isDismissable: false })
  }
  expect(
    await server.sql`
    select 1 from announcement_views where user_id = ${ann.user.id} and dismissed_at is not null`,
  ).toEqual([])
  const visitor = server.visitor()
  expect((await visitor.call(readNotice, {})).body.code).toBe('UNAUTHENTICATED')
  expect((await visitor.call(dismissNotice, { id: UNKNOWN })).body.code).toBe('UNAUTHENTICATED')
  expect((await ann.call(dismissNotice, { id: 'no id' })).body.code).toBe('VALIDATION')
})
