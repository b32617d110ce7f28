import type { FastifyReply } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { clearLoginCookies } from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import { requireProof, sessionIdleCutoff, type Session } from '../../http/sessions/session.ts'
import { listSessions, revokeSession as revoke } from '../../http/sessions/sessions.store.ts'
import { deviceName } from '../../http/sessions/device-name.ts'

/** Lists the user's active sessions by device. */
export async function listDevices(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  { userId, sessionId }: Session,
): Promise<OutputOf<typeof contract.sessions>> {
  const at = now()
  const rows = await listSessions(sql, { userId, now: at, seenAfter: sessionIdleCutoff(at) })
  return {
    list: rows.map(({ id, userAgent, ip, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(userAgent),
      ip,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: id === sessionId,
    })),
  }
}

/**
 * Ends one session; one of another device needs a recent login or proof of the second factor. Throws NOT_FOUND for
 * another user's session too, so that ids cannot be probed.
 */
export async function revokeSession(
  { sql, config, now }: Pick<Deps, 'sql' | 'config' | 'now'>,
  session: Session,
  id: string,
  reply: FastifyReply,
): Promise<null> {
  const { userId, sessionId } = session
  if (id !== sessionId) requireProof(session, now())
  if (!(await revoke(sql, userId, id))) throw new AppError('NOT_FOUND')
  if (id === sessionId) clearLoginCookies(reply, config)
  return null
}
