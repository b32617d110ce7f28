import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import { untilWaiting } from '../../testing/database/test-database.ts'
import type { TestServer, TestUser } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import type { Client } from '../../testing/client.ts'
import { givePassword, setUpPasskey, setUpTotp } from '../../testing/second-factor.ts'
import { passwordDigest } from '../password/passwords.ts'
import { lockUser } from '../users.store.ts'

const serverOf = serverOfFile()
const { finishSecondLogin, proveSecondFactor } = secondFactor

test('one code, or one recovery code, in four browsers at once ends one login', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const browsers = await askedBrowsers(server, ann)
  const code = await totp.nextCode()
  const answers = await Promise.all(
    browsers.map((browser) => browser.call(finishSecondLogin, { totp: code })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'CODE_WRONG')).toHaveLength(3)

  const others = await askedBrowsers(server, ann)
  const [recoveryCode = ''] = totp.recoveryCodes
  const recovered = await Promise.all(
    others.map((browser) => browser.call(finishSecondLogin, { recoveryCode })),
  )
  expect(recovered.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = await server.sql`select 1 from user_recovery_codes`
  expect(left).toHaveLength(9)
})

test('one answer of a passkey sent four times at once proves once', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const { device } = await setUpPasskey(server, ann)
  const begun = await ann.call(secondFactor.beginSecondFactorProof, {})
  const passkey = device.get(begun.body.data.passkeyOptions ?? {})
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => ann.call(proveSecondFactor, { passkey })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a login under way while the factor is set up gets no session by the password alone', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const visitor = server.visitor()
  const { email, id } = ann.user
  const password = passwordDigest(ann.password)
  const { login } = await server.sql.begin(async (tx) => {
    await lockUser(tx, id)
    const answering = visitor.call(api.account.login, { email, password })
    await untilWaiting(server.sql)
    await tx`update users set second_factor_since = now() where id = ${id}`
    return { login: answering }
  })
  expect((await login).body.code).toBe('SECOND_FACTOR')
  expect(visitor.cookies.has('__Host-sid')).toBe(false)
})

test('two removals of the last two factors at once leave a consistent account', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const { device } = await setUpPasskey(server, ann)
  await setUpTotp(server, ann)
  const answers = await Promise.all([
    ann.call(secondFactor.removeTotp, {}),
    ann.call(secondFactor.removePasskey, { id: device.id() }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const state = (await ann.call(secondFactor.readSecondFactor, {})).body.data
  expect(state).toEqual({ since: null, passkeys: [], totp: null, recoveryCodesLeft: 0 })
})

/** Four browsers of the user that wait for the second factor; one after the other, or a captcha is asked for. */
async function askedBrowsers(server: TestServer, user: TestUser): Promise<Client[]> {
  const browsers: Client[] = []
  while (browsers.length < 4) browsers.push(await givePassword(server, user))
  return browsers
}
