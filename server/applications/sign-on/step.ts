import { isProven, type Session } from '../../http/sessions/session.ts'
import { SCOPES } from './paths.ts'

/** A sign-on that waits for its user: to log in or to agree. */
export interface SignOnStep {
  id: string
  need: 'login' | 'consent'
  /** The application wants the password again, though the user may be logged in. */
  isForced: boolean
  /** In whole seconds. */
  startedAt: Date
  clientId: string
  redirectUrl: string
  /** What the application asks for. */
  scopes: string[]
  /** The user has answered; only the way back to the application is left. */
  isAnswered: boolean
}

/** What the library stores of a step. */
export interface Interaction {
  /** Seconds since 1970. */
  iat: number
  params: Record<string, unknown>
  prompt: { name: string; reasons: string[] }
  /** Absent while the user has not answered. */
  result?: unknown
}

export function toStep(id: string, { iat, params, prompt, result }: Interaction): SignOnStep {
  const isLogin = prompt.name === 'login'
  // words that are no scope stay in the request; nobody is asked for them, so nobody agrees to them
  const asked = typeof params['scope'] === 'string' ? params['scope'].split(' ') : []
  return {
    id,
    need: isLogin ? 'login' : 'consent',
    isForced: isLogin && prompt.reasons.some((reason) => reason !== 'no_session'),
    startedAt: new Date(iat * 1000),
    clientId: String(params['client_id']),
    redirectUrl: String(params['redirect_uri']),
    scopes: SCOPES.filter((scope) => asked.includes(scope)),
    isAnswered: result !== undefined,
  }
}

/**
 * Whether the application has asked for the password since the session's was given, or is about to get the right to
 * spend credit: a browser left open could give out what outlives it.
 */
export function needsPassword(
  step: SignOnStep,
  session: Session,
  { isFirstParty, now }: { isFirstParty: boolean; now: Date },
): boolean {
  const isAskedFor = step.isForced && session.authenticatedAt < step.startedAt
  const givesCredit = step.need === 'consent' && step.scopes.includes('credit') && !isFirstParty
  return isAskedFor || (givesCredit && !isProven(session, now))
}
