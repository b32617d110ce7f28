import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { uuidv7 } from '../../db/ids.ts'
import { SESSION_COOKIE } from '../cookies.ts'
import { AppError } from '../app-error.ts'
import { findSession, type NewSession, type Session, touchSession } from './sessions.store.ts'
import { sha256 } from '../../lib/sha256.ts'

export type { Session } from './sessions.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const SESSION_IDLE_MS = 7 * DAY_MS
export const SESSION_ABSOLUTE_MS = 30 * DAY_MS
const TOUCH_EVERY_MS = 60 * 1000
/** A further login ends the oldest session. */
export const SESSIONS_PER_USER = 10
const USER_AGENT_MAX = 400
/** How old the login of a change of the address may be. */
export const REAUTH_AFTER_MS = 15 * 60 * 1000
/** So long a proof of the second factor is not asked for again. */
const PROOF_MS = 5 * 60 * 1000

declare module 'fastify' {
  interface FastifyRequest {
    /** The live session, read for routes of the contract alone. */
    session: Session | null
  }
}

/** Reads the session of every contract call; without the database the call fails with 503, never 401. */
export function useSessions(app: FastifyInstance, { sql, now }: Pick<Deps, 'sql' | 'now'>): void {
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint === undefined) return
    request.session = await readSession({ sql, now }, request.cookies[SESSION_COOKIE])
  })
}

/** The live session of a token, which counts as seen now; null without one. */
export async function readSession(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  token: string | undefined,
): Promise<Session | null> {
  if (!isToken(token)) return null
  const at = now()
  const session = await findSession(sql, {
    tokenHash: hashToken(token),
    now: at,
    seenAfter: sessionIdleCutoff(at),
  })
  if (session && at.getTime() - session.lastSeenAt.getTime() > TOUCH_EVERY_MS) {
    await touchSession(sql, session.tokenHash, at)
  }
  return session
}

/** A session that was last seen before this time has ended. */
export function sessionIdleCutoff(now: Date): Date {
  return new Date(now.getTime() - SESSION_IDLE_MS)
}

/** Creates a session and its token; send the token after the session is stored. */
export function createSession(
  userId: string,
  request: FastifyRequest,
  now: Date,
): { token: string; session: NewSession } {
  const token = createToken()
  const session = {
    id: uuidv7(),
    tokenHash: hashToken(token),
    userId,
    now,
    expiresAt: new Date(now.getTime() + SESSION_ABSOLUTE_MS),
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  }
  return { token, session }
}

/** Throws REAUTH unless the user logged in within 15 minutes, to protect an account in an unattended browser. */
export function requireFreshLogin(session: Session, now: Date): void {
  if (!isFreshLogin(session, now)) throw new AppError('REAUTH')
}

export function isFreshLogin({ authenticatedAt }: Session, now: Date): boolean {
  return now.getTime() - authenticatedAt.getTime() <= REAUTH_AFTER_MS
}

/**
 * Throws SECOND_FACTOR_REQUIRED unless the second factor was proven in this session within five minutes. Users
 * without one pass.
 */
export function requireSecondFactor({ hasSecondFactor, secondFactorAt }: Session, now: Date): void {
  if (!hasSecondFactor) return
  if (secondFactorAt === null || provenUntil(secondFactorAt) < now) {
    throw new AppError('SECOND_FACTOR_REQUIRED')
  }
}

/** Throws unless `isProven`. */
export function requireProof(session: Session, now: Date): void {
  if (session.hasSecondFactor) requireSecondFactor(session, now)
  else requireFreshLogin(session, now)
}

/** Whether the second factor was proven within five minutes or, without one, the login is at most 15 minutes old. */
export function isProven(session: Session, now: Date): boolean {
  const { hasSecondFactor, secondFactorAt } = session
  if (!hasSecondFactor) return isFreshLogin(session, now)
  return secondFactorAt !== null && provenUntil(secondFactorAt) >= now
}

/** Until when a proof of the second factor counts. */
export function provenUntil(secondFactorAt: Date): Date {
  return new Date(secondFactorAt.getTime() + PROOF_MS)
}

/** 256 random bits as 43 characters. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** The hash of a token. Only hashes are stored, so that nobody can log in with data of the database. */
export function hashToken(token: string): Buffer {
  return sha256(token)
}
