import { api } from '#contract/api.ts'
import { expect, test } from 'vitest'
import { passwordDigest } from '../../account/password/passwords.ts'
import { PASSWORD, startTestServer } from '../../testing/harness.ts'
import { readableAddresses } from './forwarded.ts'

const LONG = 'f'.repeat(9_000)

async function sessionIps(forwarded: string) {
  await using server = await startTestServer({ environment: { TRUST_PROXY: 'loopback' } })
  const { user } = await server.newUser({ email: 'ann@example.com' })
  const visitor = server.visitor()
  const { status, body } = await visitor.call(
    api.account.login,
    { email: user.email, password: passwordDigest(PASSWORD) },
    { headers: { 'x-forwarded-for': forwarded } },
  )
  const rows = await server.sql<{ ip: string }>`
    select ip from sessions where user_id = ${user.id} order by created_at desc, id desc limit 1`
  return { status, code: body.code, ip: rows[0]?.ip }
}

test.each([
  ['that is too long', LONG],
  ['that is no address', 'unknown'],
  ['that is an empty list', ', ,,'],
  ['with a zone', `fe80::1%${LONG}`],
])("forwarded address %s is ignored: the login has the proxy's address", async (_, given) => {
  expect(await sessionIps(given)).toEqual({ status: 200, code: undefined, ip: '127.0.0.1' })
})

test.each([
  ['an address', '203.0.113.7', '203.0.113.7'],
  ['an address with its port', '203.0.113.7:49152', '203.0.113.7'],
  ['an IPv6 address with its port', '[2001:db8::7]:49152', '2001:db8::7'],
  ['an address after an overlong one', `${LONG}, 203.0.113.7`, '203.0.113.7'],
])("behind a trusted proxy, %s is stored as the visitor's address", async (_, given, ip) => {
  expect(await sessionIps(given)).toMatchObject({ status: 200, ip })
})

test('addresses left of an invalid entry are ignored', () => {
  expect(readableAddresses('198.51.100.1, nonsense, 203.0.113.7, 10.0.0.2')).toBe(
    '203.0.113.7, 10.0.0.2',
  )
})
