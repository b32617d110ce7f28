import { api } from '#contract/api.ts'
import { expect, test } from 'vitest'
import { passwordDigest } from '../../account/password/passwords.ts'
import { PASSWORD, startTestServer } from '../../testing/harness.ts'
import { readableAddresses } from './forwarded.ts'

const LONG = 'f'.repeat(9_000)

test("behind a trusted proxy the visitor's address is stored; what is no address is ignored", async () => {
  await using server = await startTestServer({ environment: { TRUST_PROXY: 'loopback' } })
  const { user } = await server.newUser()
  const expected = {
    [LONG]: '127.0.0.1',
    unknown: '127.0.0.1',
    ', ,,': '127.0.0.1',
    [`fe80::1%${LONG}`]: '127.0.0.1',
    '203.0.113.7': '203.0.113.7',
    '203.0.113.7:49152': '203.0.113.7',
    '[2001:db8::7]:49152': '2001:db8::7',
    [`${LONG}, 203.0.113.7`]: '203.0.113.7',
  }
  const stored: Record<string, string | undefined> = {}
  for (const forwarded of Object.keys(expected)) {
    const visitor = server.visitor()
    const { status } = await visitor.call(
      api.account.login,
      { email: user.email, password: passwordDigest(PASSWORD) },
      { headers: { 'x-forwarded-for': forwarded } },
    )
    expect([forwarded, status]).toEqual([forwarded, 200])
    const { body } = await visitor.call(api.account.profile, {})
    stored[forwarded] = body.data.lastLogin?.ip
  }
  expect(stored).toEqual(expected)
  expect(readableAddresses('198.51.100.1, nonsense, 203.0.113.7, 10.0.0.2')).toBe(
    '203.0.113.7, 10.0.0.2',
  )
})

test('X-Forwarded-For is trusted only from TRUST_PROXY', async () => {
  await using server = await startTestServer({ environment: { TRUST_PROXY: '10.0.0.0/8' } })
  const { user } = await server.newUser()
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  const loginFrom = async (ip: string) => {
    const visitor = server.visitor({ ip })
    await visitor.call(
      api.account.login,
      { email: user.email, password: passwordDigest(PASSWORD) },
      { headers: forwarded },
    )
    return (await visitor.call(api.account.profile, {})).body.data.lastLogin?.ip
  }
  expect(await loginFrom('10.1.2.3')).toBe('203.0.113.9')
  expect(await loginFrom('198.51.100.1')).toBe('198.51.100.1')
})
