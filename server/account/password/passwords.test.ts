import { parseOptions, verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { createPasswords, passwordDigest } from './passwords.ts'

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const COMMON = [
  ...['123456', 'password', 'Password', 'qwertyuiop', '1qaz2wsx', 'iloveyou', 'dragon', 'Trustno1'],
  ...['00000000', '88888888', '987654321', '123123123', '5201314', 'woaini1314', 'a123456789'],
]
const digest = passwordDigest('correct horse battery')

test('hashes are argon2id with the specified parameters and depend on the pepper; verifying for an unknown user does the same work', async () => {
  const verifySpy = vi.fn<typeof verify>(verify)
  const passwords = createPasswords('a', undefined, verifySpy)
  const stored = await passwords.hash(digest)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(stored, digest)).toBe(true)
  expect(await passwords.verify(stored, passwordDigest('Correct horse battery'))).toBe(false)
  expect(await createPasswords('b').verify(stored, digest)).toBe(false)
  expect(await passwords.rehash(stored, digest)).toBeNull()

  verifySpy.mockClear()
  expect(await passwords.verify(stored, passwordDigest('wrong'))).toBe(false)
  expect(await passwords.verify(null, passwordDigest('wrong'))).toBe(false)
  const [known, unknown] = verifySpy.mock.calls.map(([hash]) => parseOptions(String(hash)))
  expect(unknown).toEqual(known)
  expect(verifySpy).toHaveBeenCalledTimes(2)
})

test('while SECRET_KEY changes, a password under the older key matches and is to be stored anew', async () => {
  const stored = await createPasswords('old', CHEAP).hash(digest)
  const verifySpy = vi.fn<typeof verify>(verify)
  const passwords = createPasswords('new,old', CHEAP, verifySpy)
  expect(await passwords.verify(stored, passwordDigest('wrong'))).toBe(false)
  expect(await passwords.verify(null, digest)).toBe(false)
  // both keys are tried for each
  expect(verifySpy).toHaveBeenCalledTimes(4)
  expect(await passwords.verify(stored, digest)).toBe(true)
  const other = passwordDigest('what somebody would like it to be')
  const anew = (await passwords.rehash(stored, `${other} ${digest}`))!
  expect(await passwords.verify(anew, other)).toBe(false)
  expect(await passwords.verify(anew, digest)).toBe(true)
  expect(await passwords.rehash(anew, digest)).toBeNull()
  expect(await createPasswords('new', CHEAP).verify(anew, digest)).toBe(true)
})

test('the digest is base64 of SHA-256 of the UTF-8 text in its composed form', () => {
  expect(passwordDigest('password')).toBe('XohImNooBHFR0OVvjcYpJ3NgPQ1qq73WKhHvch0VQtg=')
  expect(passwordDigest(' password')).not.toBe(passwordDigest('password'))
  expect(passwordDigest('e\u0301')).toBe(passwordDigest('\u00e9'))
})

test('calls above the waiting limit get OVERLOADED, and calls after them or after failed ones succeed', async () => {
  const passwords = createPasswords('a', CHEAP)
  // a failed task frees its place
  for (let n = 0; n < 4; n += 1) {
    await expect(passwords.verify('no hash at all', digest)).rejects.toThrow()
  }
  const asked = Array.from({ length: 60 }, () => passwords.hash(digest))
  const outcomes = await Promise.allSettled(asked)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'OVERLOADED', details: { retryAfter: 2 } })
  }
  expect(await passwords.verify(await passwords.hash(digest), digest)).toBe(true)
})

test("owners and strangers take turns, and a full strangers' queue refuses no owner", async () => {
  const passwords = createPasswords('a', CHEAP)
  const ends: string[] = []
  const ask = (lane: 'owner' | 'stranger') =>
    passwords.hash(digest, lane).then(
      () => ends.push(lane),
      () => ends.push(`${lane} refused`),
    )
  const strangers = Array.from({ length: 80 }, () => ask('stranger'))
  const owners = Array.from({ length: 20 }, () => ask('owner'))
  await Promise.all([...strangers, ...owners])

  expect(ends.filter((end) => end === 'stranger refused')).toHaveLength(28)
  expect(ends.filter((end) => end === 'owner')).toHaveLength(20)
  const hashed = ends.filter((end) => !end.endsWith('refused'))
  // the lanes take turns after the first three: the last owner is about the 40th of 72
  expect(hashed.lastIndexOf('owner')).toBeLessThan(50)
  expect(
    hashed.slice(0, hashed.lastIndexOf('owner')).filter((end) => end === 'stranger').length,
  ).toBeGreaterThan(10)
})

test('common passwords are found by their digest, also with a capital letter', () => {
  const { isCommon } = createPasswords('a', CHEAP)
  for (const word of COMMON) {
    expect([word, isCommon(passwordDigest(word))]).toEqual([word, true])
  }
  for (const word of ['correct horse battery', 'b7#kQ-vn2!pz', '一二三四五六七八']) {
    expect([word, isCommon(passwordDigest(word))]).toEqual([word, false])
  }
})
