import type { FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, createToken } from '../../http/sessions/session.ts'
import { queueMail } from '../../mail/outbox.ts'
import { checkCaptcha } from '../captcha-check.ts'
import { findKnownDevice } from '../login/known-device.ts'
import { limitResetLink } from '../mail-limits.ts'
import { noAccountMail, resetLinkMail } from '../mails.ts'
import { storeResetToken } from './reset-tokens.store.ts'

export const LINK_LIFETIME_MS = 30 * 60 * 1000

type Needs = Pick<Deps, 'config' | 'content' | 'sql' | 'now' | 'captcha' | 'limits'>

/**
 * Mails a reset link, or "there is no account" to an address without one. Both cases take the same steps and
 * give the same answer.
 */
export async function sendResetLink(
  deps: Needs,
  { email, captcha }: InputOf<typeof contract.resetPasswordLink>,
  request: FastifyRequest,
): Promise<OutputOf<typeof contract.resetPasswordLink>> {
  const { ip } = request
  await checkCaptcha(deps, captcha, ip)
  await limitResetLink(deps.limits, {
    email,
    ip,
    knownDevice: await findKnownDevice(deps.sql, email, request),
  })
  await deps.sql.begin((tx) => mailResetLink(deps, tx, email))
  return { expiresIn: LINK_LIFETIME_MS / 1000 }
}

/** Mails a reset link, which replaces an earlier one, or "there is no account" to an address without one. */
export async function mailResetLink(
  deps: Pick<Needs, 'config' | 'content' | 'now'>,
  tx: Query,
  email: string,
): Promise<void> {
  const token = createToken()
  const expiresAt = new Date(deps.now().getTime() + LINK_LIFETIME_MS)
  const isKnown = await storeResetToken(tx, { email, tokenHash: hashToken(token), expiresAt })
  const mail = isKnown ? resetLinkMail(deps, token) : noAccountMail(deps)
  await queueMail(tx, { to: email, ...mail }, { goodUntil: expiresAt, sealedBy: deps.config })
}
