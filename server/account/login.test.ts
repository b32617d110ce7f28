import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startTestServer } from '../testing/harness.ts'

test('a user logs in and the profile names them', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: 'ann@example.com' })
  const answer = await ann.call(api.account.profile, {})
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { user: { email: 'ann@example.com' } } },
  })
})
