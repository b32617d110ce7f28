import { permissionsOf, type Permission, ROLES, type Role } from '#contract/console/roles.ts'
import { queuePush } from '../../alerts/pushes/queue-push.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { minorUnits } from '../../operator/terminal/format.ts'
import {
  beginAction,
  type NewAction,
  recordAction,
  type Weight,
} from '../../operator/audit/actions.store.ts'
import { startOfDay } from '../../operator/moments.ts'
import type { Report } from '../../operator/report.ts'
import { consoleActor } from '../actor.ts'
import { type GivenWords, type OfferedCommand, SignatureNeeded } from '../actions/run-command.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { OperatorSession } from '../sessions/sessions.ts'
import {
  countSigners,
  insertRequest,
  isMarkUsed,
  lockOperator,
  sumWeights,
} from './requests.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WAIT_MS = 7 * DAY_MS

/**
 * Begins an action that fits into its operator's daily sum. Beyond it the action becomes a request, and SignatureNeeded
 * is thrown; where nobody else could sign, none is needed.
 */
export function beginWithinDailySum(
  deps: ConsoleDeps,
  session: OperatorSession,
  asked: { command: OfferedCommand; given: GivenWords; preview: Report | null },
): typeof beginAction {
  return async (query, action) => {
    const { weight } = action
    if (weight === null) return beginAction(query, action)
    const begun = await deps.sql.begin(async (tx) => {
      await lockOperator(tx, session.operatorId)
      if (await isMarkUsed(tx, action.mark)) return { id: null, until: null }
      return (await isWithin(deps, tx, session, asked.command.console.permission, weight))
        ? { id: await beginAction(tx, action), until: null }
        : { id: await storeRequest(deps, tx, session, asked, action), until: endOf(deps) }
    })
    if (begun.until === null || begun.id === null) return begun.id
    throw new SignatureNeeded(begun.id, begun.until)
  }
}

/** The roles that may sign for an action of this permission. */
export function signerRoles(permission: Permission): Role[] {
  return ROLES.filter((role) => permissionsOf(role).includes(permission))
}

/** The daily sum of an operator in minor units or credit. */
function dailySum({ settings, content }: ConsoleDeps, kind: Weight['kind']): number {
  const { refunds, credit } = settings.daily
  if (kind === 'credit') return credit
  return minorUnits(String(refunds), content.site.currency) ?? 0
}

async function isWithin(
  deps: ConsoleDeps,
  tx: Query,
  { operatorId }: OperatorSession,
  permission: Permission,
  { kind, amount }: Weight,
): Promise<boolean> {
  const since = startOfDay(deps.now(), deps.content.site.timeZone)
  const done = await sumWeights(tx, { operatorId, kind, since })
  if (done + amount <= dailySum(deps, kind)) return true
  const signers = { except: operatorId, roles: signerRoles(permission) }
  return (await countSigners(tx, { ...signers, changedAfter: signingCutoff(deps) })) === 0
}

/** Who joined, was enabled, reset or given another role after this does not sign yet. */
export function signingCutoff({ now }: Pick<ConsoleDeps, 'now'>): Date {
  return new Date(now().getTime() - DAY_MS)
}

function endOf({ now }: ConsoleDeps): Date {
  return new Date(now().getTime() + WAIT_MS)
}

async function storeRequest(
  deps: ConsoleDeps,
  tx: Query,
  session: OperatorSession,
  {
    command,
    given,
    preview,
  }: { command: OfferedCommand; given: GivenWords; preview: Report | null },
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
