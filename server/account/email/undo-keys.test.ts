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
async function changeEmail(server: TestServer, user: TestUser): Promise<string> {
  await user.call(api.account.sendChangeEmailCode, { email: SECOND })
  const code = await readMailedCode(server, SECOND)
  expect((await user.call(api.account.changeEmail, { email: SECOND, code })).status).toBe(200)
  return readMailedToken(server, FIRST, 'undo')
}

const undo = (server: TestServer, token: string) =>
  server.visitor().call(api.account.undoEmailChange, { token })

test('an undo takes back the keys made since the first login on a new device', async () => {
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
})

test('an undo takes back what a stolen session made in the minutes before the change', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: FIRST })
  const { id: applicationId } = await newApplication(server)
  const stranger = await newApplication(server, { isFirstParty: false })
  const make = (name: string) =>
    ann.call(apiKeys.createApiKey, { applicationId, name, monthlyLimit: null })
  expect((await make('stolen')).status).toBe(200)
  await grantCredit(server, stranger, ann)
  server.advance(15 * MINUTE - 1000)
  const token = await changeEmail(server, ann)
  expect((await undo(server, token)).status).toBe(200)
  const live = await server.sql`
    select user_id from api_keys where revoked_at is null
    union all select user_id from application_grants where revoked_at is null`
  expect(live).toEqual([])
})
