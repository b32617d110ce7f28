import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clearLoginCookies } from '../../http/cookies.ts'
import { deleteSession } from '../../http/sessions/sessions.store.ts'
import { deviceName } from '../../http/sessions/device-name.ts'
import type { LoginEvent } from '../login/known-devices.store.ts'

/** Ends this session and issues a new CSRF token, so that the browser can log in again. */
export async function logout(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<null> {
  if (request.session) await deleteSession(sql, request.session.tokenHash)
  request.session = null
  clearLoginCookies(reply, config)
  request.server.csrf.issue(request, reply)
  return null
}

/** Converts a stored login to its form on the wire. */
export function toLoginEvent({ at, ip, userAgent }: LoginEvent) {
  return { at: at.toISOString(), ip, device: deviceName(userAgent) }
}
