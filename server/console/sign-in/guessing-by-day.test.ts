import { expect, test } from 'vitest'
import * as security from '#contract/console/staff/security.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { generate } from 'otplib'
import { passwordDigest } from '../../account/password/passwords.ts'
import { OPERATOR_PASSWORD } from '../../testing/console/console.ts'
import { addPasskey, startStoppedConsole } from '../../testing/console/stopped-console.ts'
import type { TestServer } from '../../testing/harness.ts'

const MINUTE = 60_000
const DAY_S = 24 * 60 * 60
const password = passwordDigest(OPERATOR_PASSWORD)

const wrongOf = (right: string) => (right === '000000' ? '000001' : '000000')

/** What is counted for fifteen minutes ends; what is counted for a day goes on. */
async function passQuarter({ sql }: TestServer): Promise<void> {
  await sql`update rate_limits set expire = 1
    where key like 'consoleEmail:%' or key like 'consoleIp:%' or key like 'consoleConfirm:%'`
}

/** Tries ten times in each quarter of an hour and returns how many were answered with this code. */
async function guessInFiveQuarters(
  server: TestServer,
  refusal: string,
  guess: () => Promise<{ body: { code?: string } }>,
): Promise<number> {
  let looked = 0
  for (let quarter = 0; quarter < 5; quarter += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, guess))
    looked += answers.filter(({ body }) => body.code === refusal).length
    await passQuarter(server)
  }
  return looked
}

function expectADay(answer: { body: { code?: string }; headers: Record<string, unknown> }) {
  expect(answer.body.code).toBe('RATE_LIMITED')
  const wait = Number(answer.headers['retry-after'])
  expect(wait).toBeGreaterThan(DAY_S - 15 * 60)
  expect(wait).toBeLessThanOrEqual(DAY_S)
}

test('behind the right password fifty wrong codes a day are looked at; passkey, recovery code and a new authenticator sign in', async () => {
  await using fixture = await startStoppedConsole()
  const { server, staff } = fixture
  const operator = await staff.newCodeOperator('owner')
  const { device } = await addPasskey(operator, '手机')
  const { email } = operator
  server.advance(MINUTE)
  const right = await operator.codeNow()
  const withCode = (code: string) =>
    staff.visitor().call(signIn.signInWithCode, { email, password, code })
  const looked = await guessInFiveQuarters(server, 'SIGN_IN_REFUSED', () =>
    withCode(wrongOf(right)),
  )
  expect(looked).toBe(50)
  expectADay(await withCode(right))

  const [code = ''] = operator.recoveryCodes
  const recovery = { email, password, code }
  const recovered = await staff.visitor().call(signIn.signInWithRecoveryCode, recovery)
  expect(recovered.status).toBe(200)
  const browser = staff.visitor()
  const begun = await browser.call(signIn.beginPasskeySignIn, {})
  const response = device.get(begun.body.data.options)
  expect((await browser.call(signIn.signInWithPasskey, { response })).status).toBe(200)

  const { secret, ticket } = (await browser.call(security.beginCodeSetup, {})).body.data
  const codeAfter = (ms: number) =>
    generate({ secret, epoch: Math.floor((server.deps.now().getTime() + ms) / 1000) })
  const set = await browser.call(security.setCode, { password, code: await codeAfter(0), ticket })
  expect(set.status).toBe(200)
  server.advance(MINUTE)
  expect((await withCode(await codeAfter(0))).status).toBe(200)
})

test('strangers without the password use nothing of the day up, and a right code gives its try back', async () => {
  await using fixture = await startStoppedConsole()
  const { server, staff } = fixture
  const operator = await staff.newCodeOperator('owner')
  const { email } = operator
  server.advance(MINUTE)
  const right = await operator.codeNow()
  const stranger = passwordDigest('something else entirely')
  await guessInFiveQuarters(server, 'SIGN_IN_REFUSED', () =>
    staff.visitor().call(signIn.signInWithCode, { email, password: stranger, code: right }),
  )
  const counters = () => server.sql<{ points: number }>`
    select points from rate_limits where key like 'consoleCodeDay:%' and points > 0`
  expect(await counters()).toEqual([])
  const entered = await staff
    .visitor()
    .call(signIn.signInWithCode, { email, password, code: right })
  expect(entered.status).toBe(200)
  expect(await counters()).toEqual([])
})

test('in a stolen session fifty wrong codes a day are looked at; the passkey confirms, and the code signs in', async () => {
  await using fixture = await startStoppedConsole()
  const { server, staff } = fixture
  const operator = await staff.newCodeOperator('finance')
  const { device } = await addPasskey(operator, '手机')
  server.advance(MINUTE)
  const right = await operator.codeNow()
  const confirm = (code: string) => operator.call(signIn.confirmWithCode, { code })
  const looked = await guessInFiveQuarters(server, 'VALIDATION', () => confirm(wrongOf(right)))
  expect(looked).toBe(50)
  expectADay(await confirm(right))
  const begun = await operator.call(signIn.beginPasskeyConfirmation, {})
  const response = device.get(begun.body.data.options)
  expect((await operator.call(signIn.confirmWithPasskey, { response })).status).toBe(200)
  const { email } = operator
  const entered = await staff
    .visitor()
    .call(signIn.signInWithCode, { email, password, code: right })
  expect(entered.status).toBe(200)
})
