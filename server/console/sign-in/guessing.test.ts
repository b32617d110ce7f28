import { generate } from 'otplib'
import { expect, test, vi } from 'vitest'
import * as invitation from '#contract/console/staff/invitation.ts'
import * as security from '#contract/console/staff/security.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { OPERATOR_PASSWORD, signInBy } from '../../testing/console/console.ts'
import { addPasskey, startStoppedConsole } from '../../testing/console/stopped-console.ts'
import type { TestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const fixtureOf = oncePerFile(startStoppedConsole)

/** The console of this file, whose counters of tries begin anew. */
async function start() {
  const fixture = await fixtureOf()
  await fixture.server.sql`delete from rate_limits`
  return fixture
}

const MINUTE = 60_000
const DAY_S = 24 * 60 * 60
const password = passwordDigest(OPERATOR_PASSWORD)

/** Another network address for each try. */
const addressOf = (at: number) => `198.51.100.${at}`

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

test('guessing recovery codes and codes by turns: ten tries in all, each written down; then the right one is refused, too, and passkeys stay open', async () => {
  const { server, staff } = await start()
  const { email, recoveryCodes, codeNow } = await staff.newCodeOperator('finance')
  server.advance(MINUTE)
  const right = await codeNow()
  const wrong = wrongOf(right)
  const statuses: number[] = []
  for (let at = 1; at <= 12; at += 1) {
    const browser = staff.visitor(addressOf(at))
    const answer =
      at % 2 === 0
        ? await browser.call(signIn.signInWithCode, { email, password, code: wrong })
        : await browser.call(signIn.signInWithRecoveryCode, {
            ...{ email, password },
            code: `AAAA-AAAA-AAAA-AAA${'ABCDEFGHIJKL'[at - 1]}`,
          })
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429])
  const code = recoveryCodes[0]!
  const recovery = { email, password, code }
  expect((await staff.visitor().call(signIn.signInWithRecoveryCode, recovery)).status).toBe(429)
  const withCode = { email, password, code: right }
  expect((await staff.visitor().call(signIn.signInWithCode, withCode)).status).toBe(429)
  const { device } = await staff.newOperator('owner')
  const browser = staff.visitor(addressOf(1))
  expect((await signInBy(browser, device)).status).toBe(200)
  // written without anybody waiting for it
  await vi.waitFor(async () => {
    const rows = await server.sql<{ address: string }>`
      select address from operator_actions
      where command = 'console sign-in' and outcome = 'refused' and operator = ${email}`
    const addresses = Array.from({ length: 10 }, (_, at) => addressOf(at + 1))
    expect(rows.map(({ address }) => address).toSorted()).toEqual(addresses.toSorted())
  })
})

test('of thirty guesses at once ten are looked at', async () => {
  const { server, staff } = await start()
  const { email, codeNow } = await staff.newCodeOperator('owner')
  server.advance(MINUTE)
  const wrong = wrongOf(await codeNow())
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      staff
        .visitor(addressOf(at + 1))
        .call(signIn.signInWithCode, { email, password, code: wrong }),
    ),
  )
  const refused = answers.filter(({ body }) => body.code === 'SIGN_IN_REFUSED')
  const limited = answers.filter(({ body }) => body.code === 'RATE_LIMITED')
  expect([refused.length, limited.length]).toEqual([10, 20])
})

test('thief of a session guesses codes to confirm it: stopped after ten, and so is the operator’s own code', async () => {
  const { server, staff } = await start()
  const operator = await staff.newCodeOperator('finance')
  server.advance(16 * MINUTE)
  const right = await operator.codeNow()
  const wrong = wrongOf(right)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => operator.call(signIn.confirmWithCode, { code: wrong })),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await operator.call(signIn.confirmWithCode, { code: right })).status).toBe(429)
})

test('links of invitations may be tried sixty times an hour from one address', async () => {
  const { staff } = await start()
  const visitor = staff.visitor(addressOf(77))
  const statuses: number[] = []
  for (let at = 0; at < 61; at += 1) {
    const token = `${'A'.repeat(41)}${String(at).padStart(2, '0')}`
    statuses.push((await visitor.call(invitation.readInvitation, { token })).status)
  }
  expect(statuses).toEqual([...Array<number>(60).fill(410), 429])
  const token = await staff.invitationFor('viewer', 'li@shop.test')
  expect((await visitor.call(invitation.readInvitation, { token })).status).toBe(429)
  expect((await staff.visitor().call(invitation.readInvitation, { token })).status).toBe(200)
})

test('behind the right password fifty wrong codes a day are looked at; passkey, recovery code and a new authenticator sign in', async () => {
  const { server, staff } = await start()
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
  expect((await signInBy(browser, device)).status).toBe(200)

  const { secret, ticket } = (await browser.call(security.beginCodeSetup, {})).body.data
  const codeAfter = (ms: number) =>
    generate({ secret, epoch: Math.floor((server.deps.now().getTime() + ms) / 1000) })
  const set = await browser.call(security.setCode, { password, code: await codeAfter(0), ticket })
  expect(set.status).toBe(200)
  server.advance(MINUTE)
  expect((await withCode(await codeAfter(0))).status).toBe(200)
})

test('strangers without the password use nothing of the day up, and a right code gives its try back', async () => {
  const { server, staff } = await start()
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
  const { server, staff } = await start()
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
