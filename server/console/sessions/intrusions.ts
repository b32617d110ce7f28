import { AppError } from '../../http/app-error.ts'
import { type Bucket, defineLimits } from '../../http/limits/limit.ts'
import { recordAction } from '../../operator/audit/actions.store.ts'
import { consoleActor } from '../actor.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { OperatorSession } from './sessions.store.ts'

const HOUR = 60 * 60
const ORIGIN_MAX = 200

/** How often the audit log gets a row, so that nobody can flood it. */
const intrusionLimits = defineLimits({
  /** One session at one other network address, and at all of them. */
  consoleElsewhere: { times: 1, seconds: HOUR },
  consoleElsewhereAll: { times: 10, seconds: HOUR },
  /** What one operator's role does not allow. */
  consoleForbidden: { times: 20, seconds: HOUR },
  /** What pages of other origins send with the cookie of one session. */
  consoleForged: { times: 5, seconds: HOUR },
})

type IntrusionDeps = Pick<ConsoleDeps, 'sql' | 'limits'>

/** Writes down that the session's cookie came from another network address: it was stolen, or the operator travels. */
export function recordElsewhere(
  deps: IntrusionDeps,
  session: OperatorSession,
  address: string,
): Promise<void> {
  const { sessionId } = session
  const buckets = [
    { limit: intrusionLimits.consoleElsewhere, key: `${sessionId} ${address}` },
    { limit: intrusionLimits.consoleElsewhereAll, key: sessionId },
  ]
  return record(deps, buckets, { ...session, address }, ['console elsewhere', {}])
}

/** Writes down an attempt that the console's pages do not offer to this role. */
export function recordForbidden(
  deps: IntrusionDeps,
  session: OperatorSession,
  what: string,
): Promise<void> {
  const bucket = { limit: intrusionLimits.consoleForbidden, key: session.operatorId }
  return record(deps, [bucket], session, ['console forbidden', { what }])
}

/** Writes down that a page of another origin has tried to use the session; `origin` is what the browser says of it. */
export function recordForged(
  deps: IntrusionDeps,
  session: OperatorSession,
  origin: string,
): Promise<void> {
  const bucket = { limit: intrusionLimits.consoleForged, key: session.sessionId }
  const given = { from: origin.slice(0, ORIGIN_MAX) }
  return record(deps, [bucket], session, ['console forged', given])
}

async function record(
  { sql, limits }: IntrusionDeps,
  buckets: readonly Bucket[],
  who: OperatorSession,
  [command, given]: [string, Record<string, string>],
): Promise<void> {
  try {
    await limits.consumeAll(buckets)
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return
    throw error
  }
  await recordAction(sql, {
    ...consoleActor(who),
    command,
    given,
    subject: null,
    reason: null,
    outcome: 'refused',
    result: {},
  })
}
