import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { setRegistrationCookie, REGISTRATION_COOKIE } from '../../http/cookies.ts'
import { createToken, hashToken, isToken } from '../../http/sessions/session.ts'
import { queueMail } from '../../mail/outbox.ts'
import { checkCaptcha } from '../captcha-check.ts'
import { CODE_SENT, createCode } from '../codes.ts'
import { limitRegisterCode } from '../mail-limits.ts'
import { alreadyRegisteredMail, registerCodeMail } from '../mails.ts'
import { findUserId } from '../users.store.ts'

type Needs = Pick<Deps, 'config' | 'content' | 'sql' | 'now' | 'captcha' | 'limits'>

/**
 * Mails a code, or "you already have an account" to an address that has one. Both cases take the same steps
 * and give the same answer, so that only the mailbox shows which it was. The browser gets a cookie, and the
 * code works only in this browser.
 */
export async function sendRegisterCode(
  deps: Needs,
  { email, captcha }: InputOf<typeof contract.registerCode>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OutputOf<typeof contract.registerCode>> {
  const { ip } = request
  await checkCaptcha(deps, captcha, ip)
  await limitRegisterCode(deps.limits, { email, ip })
  const askerToken = readRegistrationToken(request) ?? createToken()
  const goodUntil = new Date(deps.now().getTime() + CODE_SENT.expiresIn * 1000)
  await deps.sql.begin(async (tx) => {
    const code = await createCode(deps, tx, {
      purpose: 'register',
      email,
      asker: hashRegistrationToken(askerToken),
    })
    const isTaken = (await findUserId(tx, email)) !== null
    const mail = isTaken ? alreadyRegisteredMail(deps) : registerCodeMail(deps, code)
    await queueMail(tx, { to: email, ...mail }, { goodUntil, sealedBy: deps.config })
  })
  setRegistrationCookie(reply, askerToken, CODE_SENT.expiresIn)
  return CODE_SENT
}

/** Reads the token of a browser that has requested a registration code; null when it has not. */
export function readRegistrationToken({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const cookie = cookies[REGISTRATION_COOKIE]
  return isToken(cookie) ? cookie : null
}

/** The hash that is stored beside the code as its asker. */
export function hashRegistrationToken(token: string): string {
  return hashToken(token).toString('base64url')
}
