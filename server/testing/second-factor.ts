import { generate } from 'otplib'
import { api } from '#contract/api.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import { passwordDigest } from '../account/password/passwords.ts'
import type { Client } from './client.ts'
import { createAuthenticator } from './console/authenticator.ts'
import type { TestServer, TestUser } from './harness.ts'

const STEP_MS = 30_000

/** The customer sets up an authenticator app; `nextCode` moves the clock to a code that was not used yet. */
export async function setUpTotp(server: TestServer, user: TestUser) {
  server.stopClock()
  const begun = await user.call(secondFactor.beginTotpSetup, {})
  const { secret, ticket } = begun.body.data
  const codeNow = () => codeOf(secret, server.deps.now())
  const set = await user.call(secondFactor.setTotp, { ticket, code: await codeNow() })
  if (set.status !== 200) throw new Error(`set-up of an authenticator: ${set.body.code}`)
  return {
    secret,
    recoveryCodes: set.body.data.recoveryCodes ?? [],
    codeNow,
    nextCode(): Promise<string> {
      server.advance(STEP_MS)
      return codeNow()
    },
  }
}

/** The customer sets up a passkey on a device. */
export async function setUpPasskey(server: TestServer, user: TestUser, name = '手机') {
  const device = createAuthenticator(server.config.publicUrl)
  const begun = await user.call(secondFactor.beginPasskeySetup, {})
  const response = device.create(begun.body.data.options)
  const added = await user.call(secondFactor.addPasskey, { name, response })
  if (added.status !== 200) throw new Error(`set-up of a passkey: ${added.body.code}`)
  return { device, recoveryCodes: added.body.data.recoveryCodes ?? [] }
}

/** A browser that has given the right password and waits for the second factor. */
export async function givePassword(
  server: TestServer,
  { user, password }: Pick<TestUser, 'user' | 'password'>,
  visitor: Client = server.visitor(),
): Promise<Client> {
  const { status, body } = await visitor.call(api.account.login, {
    email: user.email,
    password: passwordDigest(password),
  })
  if (status !== 403 || body.code !== 'SECOND_FACTOR') throw new Error(`login: ${status}`)
  return visitor
}

export function codeOf(secret: string, now: Date): Promise<string> {
  return generate({ secret, epoch: Math.floor(now.getTime() / 1000) })
}
