import { permissionsOf, ROLES } from '#contract/console/staff/roles.ts'
import { queuePush } from '../../alerts/pushes/queue-push.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { minorUnits } from '../../lib/money-text.ts'
import {
  beginAction,
  type NewAction,
  recordAction,
  type Weight,
} from '../../operator/audit/actions.store.ts'
import { startOfDay } from '../../operator/moments.ts'
import { consoleActor } from '../actor.ts'
import {
  type Agreed,
  type GivenWords,
  type OfferedCommand,
  SignatureNeeded,
} from '../actions/run-command.ts'
import type { ConsoleDeps } from '../deps.ts'
import { type OperatorSession, withLiveSession } from '../sessions/sessions.ts'
import { countSigners, insertRequest, isMarkUsed, sumWeights } from './requests.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WAIT_MS = 7 * DAY_MS
/** How long nobody signs after such a change. */
export const SIGNS_AFTER_MS = DAY_MS

/**
 * Begins an action that needs no second signature, while the session lives. One beyond its operator's daily sum, or that
 * needs one whatever the sum, becomes a request, and SignatureNeeded is thrown; where nobody else could sign, none is
 * needed.
 */
export function beginOrRequest(
  deps: ConsoleDeps,
  session: OperatorSession,
  asked: { command: OfferedCommand; given: GivenWords } & Agreed,
): typeof beginAction {
  return async (_query, action) => {
    const { weight } = action
    const { needsSignature } = asked
    // the lock serialises the actions of an operator, too: two of them do not both fit into the daily sum
    const begun = await withLiveSession(deps, session, async (tx) => {
      if (weight === null && !needsSignature) {
        return { id: await beginAction(tx, action), until: null }
      }
      if (await isMarkUsed(tx, action.mark)) return { id: null, until: null }
      const isWithin =
        !needsSignature && weight !== null && (await isWithinDailySum(deps, tx, session, weight))
      return isWithin || !(await hasSigner(deps, tx, session))
        ? { id: await beginAction(tx, action), until: null }
        : { id: await storeRequest(deps, tx, session, asked, action), until: endOf(deps) }
    })
    if (begun.until === null || begun.id === null) return begun.id
    const { id: requestId, until } = begun
    throw new SignatureNeeded({ requestId, until, isBeyondSum: !needsSignature })
  }
}

const SIGNER_ROLES = ROLES.filter((role) => permissionsOf(role).includes('sign'))

/** Whether a colleague of this operator could sign; nobody does where the operator has switched signatures off. */
export async function hasSigner(
  { now, settings }: Pick<ConsoleDeps, 'now' | 'settings'>,
  sql: Query,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
): Promise<boolean> {
  if (settings.without.includes('signatures')) return false
  const signers = { except: operatorId, roles: SIGNER_ROLES }
  return (await countSigners(sql, { ...signers, changedAfter: signingCutoff({ now }) })) > 0
}

/** What the preview of an action that needs a signature says besides. */
export async function signatureSentence(
  deps: ConsoleDeps,
  session: OperatorSession,
): Promise<string> {
  if (deps.settings.without.includes('signatures')) return '第二签字已关闭，执行后直接生效'
  return (await hasSigner(deps, deps.sql, session))
    ? '需要另一位所有者或财务签字，签字之后才开始'
    : '现在没有另一位所有者或财务，不需要第二签字'
}

/** The daily sum of an operator in minor units or credit. */
function dailySum({ settings, content }: ConsoleDeps, kind: Weight['kind']): number {
  const { refunds, credit } = settings.daily
  if (kind === 'credit') return credit
  return minorUnits(String(refunds), content.site.currency) ?? 0
}

async function isWithinDailySum(
  deps: ConsoleDeps,
  tx: Query,
  { operatorId }: OperatorSession,
  { kind, amount }: Weight,
): Promise<boolean> {
  const since = startOfDay(deps.now(), deps.content.site.timeZone)
  const done = await sumWeights(tx, { operatorId, kind, since })
  return done + amount <= dailySum(deps, kind)
}

/** Who joined, was enabled, reset or given another role after this does not sign yet. */
export function signingCutoff({ now }: Pick<ConsoleDeps, 'now'>): Date {
  return new Date(now().getTime() - SIGNS_AFTER_MS)
}

function endOf({ now }: ConsoleDeps): Date {
  return new Date(now().getTime() + WAIT_MS)
}

async function storeRequest(
  deps: ConsoleDeps,
  tx: Query,
  session: OperatorSession,
  { command, given, preview }: { command: OfferedCommand; given: GivenWords } & Agreed,
  { mark, subject, reason }: NewAction,
): Promise<string | null> {
  if (mark === null || preview === null) throw new AppError('ACTION_REFUSED')
  const id = uuidv7()
  const { operatorId } = session
  const request = { id, operatorId, command: command.name, given, preview, subject, reason, mark }
  const isNew = await insertRequest(tx, { ...request, now: deps.now(), expiresAt: endOf(deps) })
  if (!isNew) return null
  await queuePush(tx, {
    ...{ topic: 'signatures', kind: 'signature_needed', subject: id, at: deps.now() },
    ...{ title: '有操作等待第二签字', detail: command.console.title, path: '/signatures' },
  })
  await recordAction(tx, {
    ...consoleActor(session),
    command: 'console request',
    given: { command: command.name },
    subject,
    reason,
    outcome: 'done',
    result: { request: id },
  })
  return id
}
