import { expect, test } from 'vitest'
import * as security from '#contract/console/staff/security.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import {
  createConsoleClient,
  OPERATOR_PASSWORD,
  signInBy,
  startTestConsole,
} from '../../testing/console/console.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { operatorOf } from '../../testing/operator.ts'

const OLD = 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe'
const NEW = 'Zq8vT2mKx4Rb6Jw1Yc9Ls3Hd5Gf7Np0A'
const STEP = 30_000
const password = passwordDigest(OPERATOR_PASSWORD)

/** Nodes of one shop whose keys differ, with stopped clocks that `pass` moves together by a code of an authenticator. */
async function startNodes() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const now = { at: Date.now() }
  const nodeOf = async (SECRET_KEY: string) => {
    const deps = { now: () => new Date(now.at) }
    const server = stack.use(await startTestServer({ database, environment: { SECRET_KEY }, deps }))
    return { server, staff: stack.use(await startTestConsole(server.deps)) }
  }
  const [old, both, alone] = [await nodeOf(OLD), await nodeOf(`${NEW},${OLD}`), await nodeOf(NEW)]
  return {
    ...{ old, both, alone },
    pass: () => (now.at += STEP),
    async rotate() {
      const operator = stack.use(await operatorOf({ config: both.server.config, database }))
      await operator.json(['secret-key', 'rotate', '--yes'])
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const nodesOf = oncePerFile(startNodes)

type Node = Awaited<ReturnType<typeof startNodes>>['old']

/** The same browser at another node, with the token that the first one gave it. */
async function moveTo(node: Node, browser: ReturnType<typeof createConsoleClient>) {
  const { csrf } = (await browser.call(signIn.readConsoleSession, {})).body.data
  const moved = node.staff.visitor()
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
  const headers = { 'x-console-csrf': csrf }
  const call: typeof moved.call = (endpoint, input) => moved.call(endpoint, input, { headers })
  return { call }
}

test('with new,old an operator signs in with password and code, after which the new key alone opens both', async () => {
  const nodes = await nodesOf()
  const { old, both, alone, pass, rotate } = nodes
  const operator = await old.staff.newCodeOperator('owner')
  const { email } = operator
  const attempt = async ({ staff }: Node, code: string) =>
    (await staff.visitor().call(signIn.signInWithCode, { email, password, code })).status
  const attemptNow = async (node: Node) => {
    pass()
    return attempt(node, await operator.codeNow())
  }
  expect(await attemptNow(alone)).toBe(422)
  const confirming = alone.staff.visitor()
  confirming.cookies.set('__Host-op', operator.cookies.get('__Host-op')!)
  const confirmed = await confirming.call(signIn.confirmWithCode, {
    code: await operator.codeNow(),
  })
  expect(confirmed.status).toBe(400)
  // a passkey needs no key
  const { device } = await old.staff.newOperator('owner')
  const browser = alone.staff.visitor()
  expect((await signInBy(browser, device)).status).toBe(200)

  expect(await attemptNow(both)).toBe(200)
  await rotate()
  expect(await attemptNow(alone)).toBe(200)
  expect(await attemptNow(both)).toBe(200)
  expect(await attemptNow(old)).toBe(422)
})

test("the day's count of wrong codes goes on after secret-key rotate", async () => {
  const nodes = await nodesOf()
  const { old, both, rotate } = nodes
  const operator = await old.staff.newCodeOperator('owner')
  const code = (await operator.codeNow()) === '000000' ? '000001' : '000000'
  await both.server.sql`delete from rate_limits`
  const guess = async () => {
    const given = { email: operator.email, password, code }
    return (await both.staff.visitor().call(signIn.signInWithCode, given)).status
  }
  expect(await guess()).toBe(422)
  await rotate()
  expect(await guess()).toBe(422)
  expect(
    await both.server.sql`
      select points from rate_limits where key like 'consoleCodeDay:%'`,
  ).toEqual([{ points: 2 }])
})

test('a recovery code, which no key protects, stores the password that came with it anew too', async () => {
  const nodes = await nodesOf()
  const { old, both, alone } = nodes
  const { email, recoveryCodes } = await old.staff.newCodeOperator('owner')
  const attempt = async ({ staff }: Node, code: string) => {
    const given = { email, password, code }
    return (await staff.visitor().call(signIn.signInWithRecoveryCode, given)).status
  }
  expect(await attempt(alone, recoveryCodes[0]!)).toBe(422)
  expect(await attempt(both, recoveryCodes[0]!)).toBe(200)
  expect(await attempt(alone, recoveryCodes[1]!)).toBe(200)
})

test('with new,old a session of the console, its token and a challenge of the old key go on', async () => {
  const nodes = await nodesOf()
  const { old, both, alone } = nodes
  const operator = await old.staff.newOperator('owner')
  const refused = await (await moveTo(alone, operator)).call(security.renewRecoveryCodes, {})
  expect([refused.status, refused.body.code]).toEqual([403, 'CSRF'])
  const moved = await moveTo(both, operator)
  expect((await moved.call(security.renewRecoveryCodes, {})).status).toBe(200)

  const browser = old.staff.visitor()
  const begun = await browser.call(signIn.beginPasskeySignIn, {})
  const response = operator.device.get(begun.body.data.options)
  const there = await moveTo(both, browser)
  expect((await there.call(signIn.signInWithPasskey, { response })).status).toBe(200)
})

test('a password that is stored anew while it is replaced stays replaced', async () => {
  const nodes = await nodesOf()
  const { old, both, pass } = nodes
  const operator = await old.staff.newCodeOperator('owner')
  const { deps } = both.server
  const next = await deps.passwords.hash(passwordDigest('an entirely new password'))
  const renewing = {
    ...deps.passwords,
    // the colleague sets another one while the hash is computed
    async rehash(stored: string, digest: string) {
      await deps.sql`update operators set password_hash = ${next} where email = ${operator.email}`
      return deps.passwords.rehash(stored, digest)
    },
  }
  await using staff = await startTestConsole({ ...deps, passwords: renewing })
  pass()
  const given = { email: operator.email, password, code: await operator.codeNow() }
  expect((await staff.visitor().call(signIn.signInWithCode, given)).status).toBe(200)
  const rows = await deps.sql`
    select password_hash = ${next} as "isNext" from operators where email = ${operator.email}`
  expect(rows).toEqual([{ isNext: true }])
})
