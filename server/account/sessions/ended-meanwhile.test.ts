import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { api } from '#contract/api.ts'
import { closeAccount } from '#contract/account/personal-data.ts'
import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { newApplication } from '../../testing/applications/applications.ts'
import { untilWaiting } from '../../testing/database/test-database.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts'
import { readMailedCode } from '../../testing/mailed-secrets.ts'
import { passwordDigest } from '../password/passwords.ts'
import { lockUser } from '../users.store.ts'

const NEXT = 'ann@next.example'
const password = passwordDigest(PASSWORD)

type Start = (server: TestServer, user: TestUser) => Promise<() => Promise<{ status: number }>>

/** What a session begins before it is ended, by a refused login, a block, an undo or another device. */
const actions: Record<string, Start> = {
  'a new password': async (_server, user) => () =>
    user.call(api.account.changePassword, {
      currentPassword: password,
      newPassword: 'an entirely new password',
    }),
  closing: async (_server, user) => () => user.call(closeAccount, { password }),
  'an API key': async (server, user) => {
    const { id } = await newApplication(server)
    const key = { applicationId: id, name: '脚本', monthlyLimit: null }
    return () => user.call(apiKeys.createApiKey, key)
  },
  'a new address': async (server, user) => {
    await user.call(api.account.sendChangeEmailCode, { email: NEXT })
    const code = await readMailedCode(server, NEXT)
    return () => user.call(api.account.changeEmail, { email: NEXT, code })
  },
}

test('what is under way when its session is ended does nothing', async () => {
  await using server = await startTestServer()
  for (const [name, start] of Object.entries(actions)) {
    const ann = await server.newUser()
    const act = await start(server, ann)
    const before = await stateOf(server, ann)
    const { acting } = await server.sql.begin(async (tx) => {
      await lockUser(tx, ann.user.id)
      const running = act()
      await untilWaiting(server.sql)
      await deleteSessionsOf(tx, ann.user.id)
      return { acting: running }
    })
    expect(await acting, name).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect(await stateOf(server, ann), name).toEqual({ ...before, sessions: 0 })
  }
})

async function stateOf({ sql }: TestServer, { user }: TestUser) {
  const [state] = await sql<{ sessions: number }>`
    select (select count(*) from sessions where user_id = u.id) as sessions,
      (select count(*) from api_keys where user_id = u.id) as keys,
      (select count(*) from jobs where kind = 'mail') as mails, email,
      password_hash as "passwordHash", closing_at as "closingAt"
    from users u where id = ${user.id}`
  return state
}
