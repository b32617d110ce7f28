import { expect, test, vi } from 'vitest'
import * as invitation from '#contract/console/staff/invitation.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { OPERATOR_PASSWORD } from '../../testing/console/console.ts'
import { startStoppedConsole } from '../../testing/console/stopped-console.ts'

const MINUTE = 60_000
const password = passwordDigest(OPERATOR_PASSWORD)

/** Another network address for each try. */
const addressOf = (at: number) => `198.51.100.${at}`

test('guessing recovery codes and codes by turns: ten tries in all, each written down; then the right one is refused, too', async () => {
  await using fixture = await startStoppedConsole()
  const { server, staff } = fixture
  const { email, recoveryCodes, codeNow } = await staff.newCodeOperator('finance')
  server.advance(MINUTE)
  const right = await codeNow()
  const wrong = right === '000000' ? '000001' : '000000'
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
  await using fixture = await startStoppedConsole()
  const { server, staff } = fixture
  const { email, codeNow } = await staff.newCodeOperator('owner')
  server.advance(MINUTE)
  const wrong = (await codeNow()) === '000000' ? '000001' : '000000'
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
  await using fixture = await startStoppedConsole()
  const { server, staff } = fixture
  const operator = await staff.newCodeOperator('finance')
  server.advance(16 * MINUTE)
  const right = await operator.codeNow()
  const wrong = right === '111111' ? '222222' : '111111'
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => operator.call(signIn.confirmWithCode, { code: wrong })),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await operator.call(signIn.confirmWithCode, { code: right })).status).toBe(429)
})

test('links of invitations may be tried sixty times an hour from one address', async () => {
  await using fixture = await startStoppedConsole()
  const { staff } = fixture
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
