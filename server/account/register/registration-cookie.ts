import type { FastifyRequest } from 'fastify'
import { REGISTRATION_COOKIE } from '../../http/cookies.ts'
import { hashToken, isToken } from '../../http/sessions/session.ts'

/** Reads the token of a browser that has requested a registration code; null when it has not. */
export function readRegistrationToken({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const cookie = cookies[REGISTRATION_COOKIE]
  return isToken(cookie) ? cookie : null
}

/** The hash that is stored beside the code as its asker. */
export function hashRegistrationToken(token: string): string {
  return hashToken(token).toString('base64url')
}
