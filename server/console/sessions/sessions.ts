import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInOperator } from '#contract/console/shapes.ts'
import { permissionsOf } from '#contract/console/staff/roles.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { lockOperatorSession } from '../../operator/operators/operators.store.ts'
import { createToken, hashToken, isToken } from '../../http/sessions/session.ts'
import { OPERATOR_COOKIE, setOperatorCookie } from '../cookies.ts'
import type { ConsoleDeps } from '../deps.ts'
import { isForeign } from '../own-page.ts'
import { recordElsewhere, recordForged } from './intrusions.ts'
import {
  findOperatorSession,
  insertOperatorSession,
  type OperatorSession,
  touchOperatorSession,
} from './sessions.store.ts'

export type { OperatorSession } from './sessions.store.ts'

const MINUTE_MS = 60 * 1000
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS
const IDLE_MS = 30 * MINUTE_MS
const TOUCH_EVERY_MS = MINUTE_MS
const CONFIRMED_MS = 15 * MINUTE_MS
const USER_AGENT_MAX = 400

/**
 * The live session of the request's cookie. From another network address it is none, `isElsewhere` says so, and the
 * audit log has it.
 */
export async function readOperatorSession(
  deps: Pick<ConsoleDeps, 'sql' | 'now' | 'limits'>,
  request: FastifyRequest,
): Promise<{ session: OperatorSession | null; isElsewhere: boolean }> {
  // a connection that ends meanwhile has no address any more
  const address = request.ip
  const session = await findSessionOf(deps, request)
  if (session && session.address !== address) {
    await recordElsewhere(deps, session, address)
    return { session: null, isElsewhere: true }
  }
  const at = deps.now()
  if (session && at.getTime() - session.lastSeenAt.getTime() > TOUCH_EVERY_MS) {
    await touchOperatorSession(deps.sql, session.tokenHash, at)
  }
  return { session, isElsewhere: false }
}

/** Writes down that a page of another origin has sent a request with the cookie of a live session. */
export async function reportForgery(
  deps: Pick<ConsoleDeps, 'sql' | 'now' | 'limits'>,
  request: FastifyRequest,
): Promise<void> {
  if (!isForeign(request.headers['sec-fetch-site'])) return
  const address = request.ip
  const session = await findSessionOf(deps, request)
  if (session === null || session.address !== address) return
  await recordForged(deps, session, request.headers.origin ?? '')
}

/** The live session of the request's cookie, wherever the request comes from. */
async function findSessionOf(
  { sql, now }: Pick<ConsoleDeps, 'sql' | 'now'>,
  request: FastifyRequest,
): Promise<OperatorSession | null> {
  const token = request.cookies[OPERATOR_COOKIE]
  if (!isToken(token)) return null
  const at = now()
  return findOperatorSession(sql, {
    tokenHash: hashToken(token),
    now: at,
    seenAfter: operatorIdleCutoff(at),
  })
}

/** A session that was last seen before this time has ended. */
export function operatorIdleCutoff(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS)
}

export function confirmedUntil({ confirmedAt }: Pick<OperatorSession, 'confirmedAt'>): Date {
  return new Date(confirmedAt.getTime() + CONFIRMED_MS)
}

export function isConfirmed(session: Pick<OperatorSession, 'confirmedAt'>, now: Date): boolean {
  return confirmedUntil(session) > now
}

/**
 * Runs the work in a transaction in which the session cannot end. Throws UNAUTHENTICATED when it has ended since the
 * request began.
 */
export function withLiveSession<T>(
  { sql }: Pick<ConsoleDeps, 'sql'>,
  session: Pick<OperatorSession, 'operatorId' | 'sessionId'>,
  work: (tx: Query) => Promise<T>,
): Promise<T> {
  return sql.begin(async (tx) => {
    if (!(await lockOperatorSession(tx, session))) throw new AppError('UNAUTHENTICATED')
    return work(tx)
  })
}

/** Stores a new session, in place of the browser's earlier one. Send its token when the transaction is committed. */
export async function openOperatorSession(
  { now }: Pick<ConsoleDeps, 'now'>,
  tx: Query,
  { operatorId, request }: { operatorId: string; request: FastifyRequest },
): Promise<{ token: string; sessionId: string; expiresAt: Date }> {
  const token = createToken()
  const at = now()
  const earlier = request.cookies[OPERATOR_COOKIE]
  const session = {
    id: uuidv7(),
    tokenHash: hashToken(token),
    operatorId,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    now: at,
    expiresAt: new Date(at.getTime() + ABSOLUTE_MS),
    replaced: isToken(earlier) ? hashToken(earlier) : null,
  }
  // disabled a moment ago
  if (!(await insertOperatorSession(tx, session))) throw new AppError('SIGN_IN_REFUSED')
  return { token, sessionId: session.id, expiresAt: session.expiresAt }
}

/** Sends the cookie of a new session and returns its operator as the contract has it. */
export async function answerSignedIn(
  { sql, now }: Pick<ConsoleDeps, 'sql' | 'now'>,
  reply: FastifyReply,
  { token, expiresAt }: { token: string; expiresAt: Date },
): Promise<SignedInOperator> {
  setOperatorCookie(reply, token, expiresAt)
  const at = now()
  const session = await findOperatorSession(sql, {
    tokenHash: hashToken(token),
    now: at,
    seenAfter: operatorIdleCutoff(at),
  })
  if (session === null) throw new AppError('SIGN_IN_REFUSED')
  return toSignedIn(session, at)
}

/** The operator of a session as the contract has it. */
export function toSignedIn(session: OperatorSession, now: Date): SignedInOperator {
  const { operatorId, name, email, role, expiresAt, hasPasskey, hasCode } = session
  return {
    id: operatorId,
    name,
    email,
    role,
    permissions: [...permissionsOf(role)],
    confirmedUntil: isConfirmed(session, now) ? confirmedUntil(session).toISOString() : null,
    expiresAt: expiresAt.toISOString(),
    hasPasskey,
    hasCode,
  }
}
