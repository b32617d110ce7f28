import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import { decryptText } from '../../lib/encrypted-text.ts'
import type { Client } from '../../testing/client.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { operatorOf } from '../../testing/operator.ts'
import { givePassword, setUpPasskey, setUpTotp } from '../../testing/second-factor.ts'
import { passwordDigest } from '../password/passwords.ts'

const OLD = 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe'
const NEW = 'Zq8vT2mKx4Rb6Jw1Yc9Ls3Hd5Gf7Np0A'
vi.setConfig({ testTimeout: 60_000 })
const STEP = 30_000
/** Passkeys belong to an address. */
const PUBLIC_URL = 'http://localhost:3900'
const { beginSecondLogin, finishSecondLogin, proveSecondFactor } = secondFactor

const nodesOf = oncePerFile(startNodes)

/** Nodes of one shop whose keys differ; their clocks stand still but for `pass`. */
async function startNodes() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const now = { at: Date.now() }
  const nodeOf = async (SECRET_KEY: string) => {
    const deps = { now: () => new Date(now.at) }
    const environment = { SECRET_KEY, PUBLIC_URL }
    return stack.use(await startTestServer({ database, environment, deps }))
  }
  const [old, both, alone] = [await nodeOf(OLD), await nodeOf(`${NEW},${OLD}`), await nodeOf(NEW)]
  return {
    ...{ old, both, alone },
    pass: () => (now.at += STEP),
    async rotate() {
      const operator = stack.use(await operatorOf({ config: both.config, database }))
      await operator.json(['secret-key', 'rotate', '--yes'])
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The same browser at another node. */
function moveTo(node: TestServer, { cookies }: Client): Client {
  const moved = node.visitor()
  for (const [name, value] of cookies) moved.cookies.set(name, value)
  return moved
}

test('with new,old a customer logs in with both steps; after a rotation the new key alone opens both', async () => {
  const nodes = await nodesOf()
  const { old, both, alone, pass, rotate } = nodes
  const ann = await old.newUser()
  const { email } = ann.user
  const totp = await setUpTotp(old, ann)
  const finish = async (node: TestServer, browser: Client) => {
    pass()
    return (await browser.call(finishSecondLogin, { totp: await totp.codeNow() })).status
  }
  const password = passwordDigest(ann.password)
  const refused = await alone.visitor().call(api.account.login, { email, password })
  expect(refused.body.code).toBe('BAD_CREDENTIALS')
  expect(await finish(both, await givePassword(both, ann))).toBe(200)
  await rotate()
  const [row] = await both.sql<{ secret: Buffer }>`select secret from user_authenticators`
  expect(decryptText(NEW, 'customer-code', row!.secret)).toBe(totp.secret)
  expect(await finish(alone, await givePassword(alone, ann))).toBe(200)
  const [recoveryCode = ''] = totp.recoveryCodes
  const browser = await givePassword(alone, ann)
  expect((await browser.call(finishSecondLogin, { recoveryCode })).status).toBe(200)
})

test('with new,old a login between its steps, a proof, a challenge and a captcha that the old key signed go on', async () => {
  const nodes = await nodesOf()
  const { old, both, alone, pass } = nodes
  const ann = await old.newUser()
  const totp = await setUpTotp(old, ann)
  const { device } = await setUpPasskey(old, ann)
  const waiting = await givePassword(old, ann)
  const begun = await waiting.call(beginSecondLogin, {})
  const passkey = device.get(begun.body.data.passkeyOptions ?? {})
  // no token: that of the old key would be refused before
  const lost = moveTo(alone, waiting)
  lost.cookies.delete('_csrf')
  expect((await lost.call(finishSecondLogin, { passkey })).body.code).toBe('LOGIN_STEP_EXPIRED')
  expect((await moveTo(both, waiting).call(finishSecondLogin, { passkey })).status).toBe(200)

  pass()
  const proven = moveTo(both, ann)
  const given = { totp: await totp.codeNow() }
  expect((await proven.call(proveSecondFactor, given)).status).toBe(200)

  const ask = async (node: TestServer, captcha: string) =>
    node.visitor().call(api.account.registerCode, { email: 'bob@example.com', captcha })
  expect((await ask(alone, await old.solveCaptcha())).body.code).toBe('CAPTCHA_FAILED')
  expect((await ask(both, await old.solveCaptcha())).status).toBe(200)
})
