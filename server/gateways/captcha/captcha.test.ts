import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { solve } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { createAltcha } from './altcha.ts'
import { createSiteVerifiedCaptcha } from './site-verified-captcha.ts'

const databaseOf = oncePerFile(createTestDatabase)

const IP = '203.0.113.7'

interface CaptchaOptions {
  secretKey?: string
  isAttack?: () => boolean
}

function puzzles(
  { sql }: TestDatabase,
  { secretKey = 'a', isAttack = () => false }: CaptchaOptions = {},
) {
  return createAltcha({
    secretKey,
    sql,
    isUnderAttack: async () => isAttack(),
    work: { cost: 1, guesses: 10 },
  })
}

async function solved(captcha: ReturnType<typeof createAltcha>): Promise<string> {
  return solve((await captcha.challenge())!)
}

/** The same solution with something in it changed. */
function altered(solution: string, change: (payload: Payload) => void): string {
  const payload: Payload = JSON.parse(Buffer.from(solution, 'base64').toString())
  change(payload)
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

interface Payload {
  challenge: { parameters: Record<string, unknown>; signature: string }
  solution: { counter: number; derivedKey: string }
}

test('a solution is accepted once over all nodes', async () => {
  const database = await databaseOf()
  const solution = await solved(puzzles(database))
  const tries = [1, 2, 3, 4].map(() => puzzles(database).verify(solution, IP))
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
})

test('a used solution with its signature in capitals is rejected', async () => {
  const database = await databaseOf()
  const captcha = puzzles(database)
  const solution = await solved(captcha)
  expect(await captcha.verify(solution, IP)).toBe(true)
  const again = altered(solution, ({ challenge }) => {
    challenge.signature = challenge.signature.toUpperCase()
  })
  expect(await captcha.verify(again, IP)).toBe(false)
})

test('an invented, altered or malformed solution, or one of another key, is rejected', async () => {
  const database = await databaseOf()
  const captcha = puzzles(database)
  const solution = await solved(captcha)
  const forgeries = [
    '',
    'x',
    '%%%',
    Buffer.from('null').toString('base64'),
    Buffer.from('{"challenge":{},"solution":{}}').toString('base64'),
    await solved(puzzles(database, { secretKey: 'b' })),
    altered(solution, ({ challenge }) => (challenge.parameters['nonce'] = 'ab'.repeat(16))),
    altered(solution, ({ challenge }) => (challenge.parameters['expiresAt'] = 9_999_999_999)),
    altered(solution, ({ challenge }) => (challenge.parameters['keyPrefix'] = '0')),
    altered(solution, ({ challenge }) => delete challenge.parameters['keySignature']),
    altered(solution, ({ solution: found }) => (found.derivedKey = 'ab'.repeat(32))),
  ]
  for (const forgery of forgeries) expect(await captcha.verify(forgery, IP)).toBe(false)
  expect(await captcha.verify(solution, IP)).toBe(true)
})

test('an expired puzzle is rejected', async () => {
  const database = await databaseOf()
  const captcha = puzzles(database)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 21 * 60 * 1000 })
  const challenge = await captcha.challenge()
  vi.useRealTimers()
  expect(await captcha.verify(await solve(challenge!), IP)).toBe(false)
})

test('under attack puzzles are ten times as hard and earlier easy ones are rejected', async () => {
  const database = await databaseOf()
  let attack = false
  const captcha = puzzles(database, { isAttack: () => attack })
  const easy = await solved(captcha)
  attack = true
  expect(await captcha.verify(easy, IP)).toBe(false)
  const hard = await solved(captcha)
  const { solution }: Payload = JSON.parse(Buffer.from(hard, 'base64').toString())
  expect(solution.counter).toBeGreaterThanOrEqual(100)
  expect(await captcha.verify(hard, IP)).toBe(true)
  attack = false
  expect(await captcha.verify(await solved(captcha), IP)).toBe(true)
})

/** A verifier as the three outside providers run one, which answers what it is told. */
async function verifier(answer: { status?: number; body: string } | 'silence') {
  const asked: Record<string, string>[] = []
  const server = createServer((request, response) => {
    let form = ''
    request.on('data', (chunk) => (form += String(chunk)))
    request.on('end', () => {
      asked.push(Object.fromEntries(new URLSearchParams(form)))
      if (answer !== 'silence') response.writeHead(answer.status ?? 200).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return {
    asked,
    captcha: createSiteVerifiedCaptcha(
      'turnstile',
      'the-secret',
      `http://127.0.0.1:${port}/verify`,
    ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('a token is accepted when the provider confirms it, and rejected when the provider rejects it', async () => {
  await using provider = await verifier({ body: '{"success":true}' })
  expect(await provider.captcha.verify('token', IP)).toBe(true)
  expect(provider.asked).toEqual([{ secret: 'the-secret', response: 'token', remoteip: IP }])
  expect(await provider.captcha.challenge()).toBeNull()
  await using other = await verifier({
    body: '{"success":false,"error-codes":["timeout-or-duplicate"]}',
  })
  expect(await other.captcha.verify('token', IP)).toBe(false)
})

test('a provider that fails, answers nonsense, rejects our secret or is silent gives DEPENDENCY_DOWN', async () => {
  const down = { code: 'DEPENDENCY_DOWN' }
  for (const answer of [
    { body: 'oops' },
    { body: '{}' },
    { body: '{"success":"yes"}' },
    { status: 500, body: '' },
    { status: 302, body: '' },
    { body: '{"success":false,"error-codes":["invalid-input-secret"]}' },
    'silence' as const,
  ]) {
    await using provider = await verifier(answer)
    await expect(provider.captcha.verify('token', IP)).rejects.toMatchObject(down)
  }
})
