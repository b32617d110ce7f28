import { expect, test } from 'vitest'
import { searchFor, secretsOfBody, secretsOfHeaders, secretsOfQuery } from './secrets.ts'

const TOKEN = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64url')
const find = searchFor([
  { name: 'token', value: TOKEN },
  { name: 'code', value: '482913' },
  { name: 'password', value: 'a+b/c=d e' },
])

test('a secret is found as it is, in an address, and as bytes; a code as a word, not inside a longer number', () => {
  for (const text of [
    `line ${TOKEN} end`,
    `/reset?token=${TOKEN}&x`,
    `\\x${Buffer.from(TOKEN, 'base64url').toString('hex')}`,
    Buffer.from(TOKEN).toString('hex'),
  ]) {
    expect(find(text).map(({ name }) => name)).toEqual(['token'])
  }
  expect(find('q=a%2Bb%2Fc%3Dd%20e')).toMatchObject([{ name: 'password', before: 'q=' }])
  expect(find(TOKEN.slice(0, -1))).toEqual([])
  expect(find('code=482913 sent')).toHaveLength(1)
  expect(find('"482913"')).toHaveLength(1)
  for (const text of ['1482913', '482913.5', '12:00:00.482913+00', '#482913']) {
    expect(find(text)).toEqual([])
  }
})

test('secrets of a call are those of its body, its query, what authorizes it and its cookies', () => {
  const body = { email: 'ann@example.com', password: 'digest-1', more: [{ code: '123456' }] }
  expect(secretsOfBody(JSON.stringify(body))).toEqual([
    { name: 'password', value: 'digest-1' },
    { name: 'code', value: '123456' },
  ])
  expect(secretsOfBody('grant_type=authorization_code&code=abcd-1234')).toEqual([
    { name: 'code', value: 'abcd-1234' },
  ])
  expect(secretsOfBody('{"code":"VALIDATION","message":"x"}')).toEqual([])
  expect(secretsOfQuery('/account/reset-password?token=abcd-1234&plan=standard')).toEqual([
    { name: 'token', value: 'abcd-1234' },
  ])
  const basic = Buffer.from('app:very:secret').toString('base64')
  expect(
    secretsOfHeaders({
      authorization: `Basic ${basic}`,
      cookie: '__Host-sid=session-1; _userInfo=%7B%7D',
      'set-cookie': ['__Host-sid=session-2; Path=/; Secure'],
    }),
  ).toEqual([
    { name: 'authorization', value: 'very:secret' },
    { name: '__Host-sid', value: 'session-1' },
    { name: '__Host-sid', value: 'session-2' },
  ])
  expect(secretsOfHeaders({ authorization: 'Bearer key-abcdef' })).toEqual([
    { name: 'authorization', value: 'key-abcdef' },
  ])
})
