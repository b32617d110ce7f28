import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { api } from '#contract/api.ts'
import { grantCredit, newApplication } from '../../testing/applications/applications.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts'
import { readMailedCode, readMailedToken } from '../../testing/mailed-secrets.ts'

const FIRST = 'ann@example.com'
const SECOND = 'ann@second.example'
const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

/** Changes the address and returns the token of the undo link mailed to the previous one. */
async function changeEmail(server: TestServer, user: TestUser, email = SECOND): Promise<string> {
  const from = user.user.email
  await user.call(api.account.sendChangeEmailCode, { email })
  const code = await readMailedCode(server, email)
  expect((await user.call(api.account.changeEmail, { email, code })).status).toBe(200)
  return readMailedToken(server, from, 'undo')
}

const undo = (server: TestServer, token: string) =>
  server.visitor().call(api.account.undoEmailChange, { token })

test('an undo takes back the keys made since the first login on a new device, and what a stolen session made in the minutes before', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: FIRST })
  const { id: applicationId } = await newApplication(server)
  const make = (user: TestUser, name: string) =>
    user.call(apiKeys.createApiKey, { applicationId, name, monthlyLimit: null })
  await make(ann, 'own')
  server.advance(HOUR)
  const mallory = await server.login(FIRST)
  await make(mallory, 'before')
  server.advance(10 * MINUTE)
  const token = await changeEmail(server, mallory)
  await make(mallory, 'after')
  expect((await undo(server, token)).status).toBe(200)
  const live = await server.sql`select name from api_keys where revoked_at is null`
  expect(live).toEqual([{ name: 'own' }])

  // a session is stolen, without a login
  server.resetClock()
  const bob = await server.newUser({ email: 'bob@example.com' })
  const stranger = await newApplication(server, { isFirstParty: false })
  expect((await make(bob, 'stolen')).status).toBe(200)
  await grantCredit(server, stranger, bob)
  server.advance(15 * MINUTE - 1000)
  const theirs = await changeEmail(server, bob, 'bob@second.example')
  expect((await undo(server, theirs)).status).toBe(200)
  const left = await server.sql`
    select user_id from api_keys where revoked_at is null and user_id = ${bob.user.id}
    union all select user_id from application_grants where revoked_at is null`
  expect(left).toEqual([])
})
