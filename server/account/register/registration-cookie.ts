import type { FastifyRequest } from 'fastify'
import { REGISTRATION_COOKIE } from '../../http/cookies.ts'
import { hashToken, isToken } from '../../http/sessions/session.ts'

/** The token of a browser that has asked for a registration code; null when it has not. */
export function readRegistrationToken({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const cookie = cookies[REGISTRATION_COOKIE]
  return isToken(cookie) ? cookie : null
}

/** What is stored of it beside the code. */
export function hashRegistrationToken(token: string): string {
  return hashToken(token).toString('base64url')
}
