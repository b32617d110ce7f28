import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import {
  clearSecondLoginCookie,
  SECOND_LOGIN_COOKIE,
  setDeviceCookie,
  setSecondLoginCookie,
} from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import { computeMac, derivePurposeKey, isSameText, secretKeysOf } from '../../http/keys.ts'
import { hashToken } from '../../http/sessions/session.ts'
import { readDeviceToken } from '../login/known-device.ts'
import { findLoginAccountById, type LoginAccount } from '../users.store.ts'

/** How long after the password the second factor can be given. */
const LIFETIME_S = 5 * 60

/** A login whose password was right and whose second factor is still to come. */
export interface PendingLogin {
  account: LoginAccount
  deviceToken: string
}

/**
 * Remembers in a signed cookie that this browser has given the password. The signature covers the stored hash, so a new
 * password ends it, and the device's token, so the cookie serves in this browser alone.
 */
export function rememberPassword(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  reply: FastifyReply,
  { account, deviceToken }: { account: Signed; deviceToken: string },
): void {
  const until = String(now().getTime() + LIFETIME_S * 1000)
  const mac = computeStepMac(config.secretKey, account, deviceToken, until)
  setSecondLoginCookie(reply, `${account.userId}.${until}.${mac}`, LIFETIME_S)
  setDeviceCookie(reply, deviceToken)
}

/** The login that waits in this browser; throws LOGIN_STEP_EXPIRED without one. */
export async function readPendingLogin(
  { config, sql, now }: Pick<Deps, 'config' | 'sql' | 'now'>,
  request: FastifyRequest,
): Promise<PendingLogin> {
  const [userId = '', until = '', mac = ''] = (request.cookies[SECOND_LOGIN_COOKIE] ?? '').split(
    '.',
  )
  const deviceToken = readDeviceToken(request)
  const isDue = Number(until) > now().getTime()
  if (!isDue || deviceToken === null || !/^[\da-f-]{36}$/.test(userId)) throw expired()
  const account = await findLoginAccountById(sql, userId, hashToken(deviceToken))
  if (account === null) throw expired()
  const isOurs = secretKeysOf(config.secretKey).some((key) =>
    isSameText(mac, computeStepMac(key, account, deviceToken, until)),
  )
  if (!isOurs) throw expired()
  return { account, deviceToken }
}

export function forgetPassword(reply: FastifyReply): void {
  clearSecondLoginCookie(reply)
}

function expired(): AppError {
  return new AppError('LOGIN_STEP_EXPIRED')
}

type Signed = Pick<LoginAccount, 'userId' | 'passwordHash'>

function computeStepMac(
  secretKey: string,
  { userId, passwordHash }: Signed,
  deviceToken: string,
  until: string,
): string {
  const key = derivePurposeKey(secretKey, 'second-login')
  return computeMac(key, userId, passwordHash, deviceToken, until).toString('base64url')
}
