import { generate } from 'otplib'
import { expect, test, vi } from 'vitest'
import * as signIn from '#contract/console/staff/sign-in.ts'
import * as security from '#contract/console/staff/security.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { deleteFactors } from '../../operator/operators/operators.store.ts'
import { OPERATOR_PASSWORD, signInBy, startTestConsole } from '../../testing/console/console.ts'
import { startStoppedConsole } from '../../testing/console/stopped-console.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const fixtureOf = oncePerFile(startStoppedConsole)

/** The console of this file, whose counters of tries begin anew. */
async function start() {
  const fixture = await fixtureOf()
  await fixture.server.sql`delete from rate_limits`
  return fixture
}

const STEP = 30_000
const MINUTE = 60_000
const password = passwordDigest(OPERATOR_PASSWORD)

test('password and code sign in; the code serves once, also of ten at once, and so does every earlier one', async () => {
  const { staff, server } = await start()
  const { email, codeNow } = await staff.newCodeOperator('finance')
  const attempt = async (code: string) =>
    staff.visitor().call(signIn.signInWithCode, { email, password, code })
  const first = await codeNow()
  expect(await attempt(first)).toMatchObject({
    status: 400,
    body: { fields: { code: expect.stringMatching(/^该验证码已使用，请等待下一个，约 \d+ 秒$/) } },
  })
  server.advance(STEP)
  const second = await codeNow()
  expect((await attempt(second)).body.data.operator).toMatchObject({ email, hasCode: true })
  expect((await attempt(second)).status).toBe(400)
  expect((await attempt(first)).status).toBe(400)
  server.advance(STEP)
  // a phone that is a step behind or ahead is accepted, one that is two ahead is not
  server.advance(2 * STEP)
  const ahead = await codeNow()
  server.advance(-STEP)
  expect((await attempt(ahead)).status).toBe(200)
  server.advance(2 * STEP)
  const last = await codeNow()
  const answers = await Promise.all(Array.from({ length: 10 }, () => attempt(last)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('wrong e-mail, password and code get the same answer; known ones are written down', async () => {
  const { staff, server } = await start()
  const { email, codeNow } = await staff.newCodeOperator('finance')
  const other = await staff.newOperator('owner')
  server.advance(STEP)
  const code = await codeNow()
  const wrongCode = code === '000000' ? '000001' : '000000'
  const tries = [
    { email: 'nobody@shop.test', password, code },
    { email: other.email, password, code },
    { email, password: passwordDigest('something else'), code },
    { email, password, code: wrongCode },
  ]
  for (const input of tries) {
    const answer = await staff.visitor().call(signIn.signInWithCode, input)
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'SIGN_IN_REFUSED', message: '邮箱、密码或验证码不正确' },
    })
  }
  // written without anybody waiting for it
  await vi.waitFor(async () => {
    const rows = await server.sql<{ operator: string }>`
      select operator from operator_actions
      where command = 'console sign-in' and outcome = 'refused'
        and operator in (${email}, ${other.email}, 'nobody@shop.test')`
    expect(rows.map((row) => row.operator).toSorted()).toEqual([email, email, other.email])
  })
  expect(
    (await staff.visitor().call(signIn.signInWithCode, { email, password, code })).status,
  ).toBe(200)
})

test('one address may fail thirty times with any e-mails', async () => {
  const { staff } = await start()
  const visitor = staff.visitor('198.51.100.77')
  const statuses: number[] = []
  for (let at = 0; at < 31; at += 1) {
    const input = { email: `u${at}@shop.test`, password, code: '000000' }
    statuses.push((await visitor.call(signIn.signInWithCode, input)).status)
  }
  expect(statuses).toEqual([...Array<number>(30).fill(422), 429])
  // a passkey is not guessed: it stays open at that very address
  const { device } = await staff.newOperator('owner')
  expect((await signInBy(visitor, device)).status).toBe(200)
})

test('recovery code signs in once, needs the password where one is set, ends all sessions and mails the owners', async () => {
  const { staff, server } = await start()
  const owner = await staff.newOperator('owner')
  const other = await staff.newOperator('owner')
  const operator = await staff.newCodeOperator('finance')
  const [code = '', second = ''] = operator.recoveryCodes
  const attempt = (input: { code: string; password?: string }) =>
    staff.visitor().call(signIn.signInWithRecoveryCode, { email: operator.email, ...input })
  expect((await attempt({ code })).status).toBe(422)
  expect((await attempt({ code, password: passwordDigest('wrong') })).status).toBe(422)
  expect((await attempt({ code: owner.recoveryCodes[0]!, password })).status).toBe(422)
  const written = ` ${code.toLowerCase().replaceAll('-', ' ')}`
  const answer = await attempt({ code: written, password })
  expect(answer.body.data.operator.email).toBe(operator.email)
  expect((await attempt({ code, password })).status).toBe(422)
  expect((await operator.call(security.readSecurity, {})).status).toBe(401)
  for (const to of [owner.email, other.email]) {
    const mails = await server.mails(to)
    expect(mails.at(-1)!.text).toContain('还剩 9 个恢复码')
  }
  const [mine = ''] = owner.recoveryCodes
  const withoutPassword = await staff
    .visitor()
    .call(signIn.signInWithRecoveryCode, { email: owner.email, code: mine })
  expect(withoutPassword.status).toBe(200)
  expect((await attempt({ code: second, password })).status).toBe(200)
})

test('confirmation by a code lasts 15 minutes', async () => {
  const { staff, server } = await start()
  const operator = await staff.newCodeOperator('owner')
  const renew = async () => (await operator.call(security.renewRecoveryCodes, {})).status
  expect(await renew()).toBe(200)
  server.advance(15 * MINUTE)
  const needed = await operator.call(security.renewRecoveryCodes, {})
  expect(needed).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_NEEDED' } })
  const other = await staff.newCodeOperator('owner')
  const foreign = await operator.call(signIn.confirmWithCode, { code: await other.codeNow() })
  expect(foreign.status).toBe(400)
  expect(
    (await operator.call(signIn.confirmWithCode, { code: await operator.codeNow() })).status,
  ).toBe(200)
  expect(await renew()).toBe(200)
})

test('confirmation takes a passkey of the operator alone', async () => {
  const { staff, server } = await start()
  const ann = await staff.newOperator('owner')
  const bob = await staff.newOperator('owner')
  server.advance(16 * MINUTE)
  const begin = async () => (await ann.call(signIn.beginPasskeyConfirmation, {})).body.data.options
  const options = await begin()
  expect(options['allowCredentials']).toMatchObject([{ id: ann.device.id() }])
  const foreign = await ann.call(signIn.confirmWithPasskey, { response: bob.device.get(options) })
  expect(foreign).toMatchObject({ status: 422, body: { code: 'PASSKEY_REFUSED' } })
  const own = await ann.call(signIn.confirmWithPasskey, { response: ann.device.get(await begin()) })
  expect(own.status).toBe(200)
  expect((await ann.call(security.renewRecoveryCodes, {})).status).toBe(200)
})

test('authenticator is stored encrypted and only after its first code', async () => {
  const { staff, server } = await start()
  const operator = await staff.newOperator('owner')
  const begun = (await operator.call(security.beginCodeSetup, {})).body.data
  expect(begun.uri).toContain(`secret=${begun.secret}`)
  const epoch = Math.floor(server.deps.now().getTime() / 1000)
  const code = await generate({ secret: begun.secret, epoch })
  const set = (input: { code: string; ticket: string }) =>
    operator.call(security.setCode, { password, ...input })
  const wrong = code === '123456' ? '654321' : '123456'
  expect(await set({ code: wrong, ticket: begun.ticket })).toMatchObject({ status: 400 })
  const forged = begun.ticket.replace(/^[^.]+/, 'JBSWY3DPEHPK3PXP')
  expect(await set({ code, ticket: forged })).toMatchObject({ status: 400 })
  expect((await set({ code, ticket: begun.ticket })).body.data.hasCode).toBe(true)
  const [row] = await server.sql<{ row: string }>`
    select o::text as row from operators o where email = ${operator.email}`
  expect(row!.row).not.toContain(begun.secret)
  expect(row!.row).not.toContain(Buffer.from(begun.secret).toString('hex'))
})

test('sign-in and new password that are under way when the operator is reset come to nothing', async () => {
  const { staff, server } = await start()
  await staff.newOperator('owner')
  const thief = await staff.newCodeOperator('finance')
  server.advance(STEP)
  const { passwords } = server.deps
  const reset = () =>
    server.sql.begin((tx) => deleteFactors(tx, thief.operator.id, server.deps.now()))
  const stalled = {
    ...passwords,
    async verify(...given: Parameters<typeof passwords.verify>) {
      const isRight = await passwords.verify(...given)
      await reset()
      return isRight
    },
  }
  await using slow = await startTestConsole({ ...server.deps, passwords: stalled })
  const input = { email: thief.email, password, code: await thief.codeNow() }
  expect((await slow.visitor().call(signIn.signInWithCode, input)).status).toBe(400)

  const other = await staff.newOperator('finance')
  const { secret, ticket } = (await other.call(security.beginCodeSetup, {})).body.data
  const epoch = Math.floor(server.deps.now().getTime() / 1000)
  const code = await generate({ secret, epoch })
  const resetOther = {
    ...passwords,
    async hash(...given: Parameters<typeof passwords.hash>) {
      await server.sql.begin((tx) => deleteFactors(tx, other.operator.id, server.deps.now()))
      return passwords.hash(...given)
    },
  }
  await using late = await startTestConsole({ ...server.deps, passwords: resetOther })
  const held = late.visitor()
  held.cookies.set('__Host-op', other.cookies.get('__Host-op')!)
  expect((await held.call(security.setCode, { password, code, ticket })).status).toBe(401)
  const [row] = await server.sql<{ has: boolean }>`
    select code_secret is not null as has from operators where email = ${other.email}`
  expect(row!.has).toBe(false)
})
