import { raiseAlert } from '../../alerts/raise-alert.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { lockAccount } from '../credit-accounts.store.ts'
import { type BookedCharge, findCharge, findHold, type Hold } from './holds-and-charges.store.ts'
import * as store from './spend.store.ts'
import type { SpendOutcome, SpendRequest, Usage } from './spend.store.ts'

type SpendDeps = Pick<Deps, 'sql' | 'now' | 'content' | 'config' | 'log'>

/** The account after a call; `available` is the balance less what is held, and may be below 0. */
export interface Balances {
  balance: number
  held: number
  available: number
}

/** An hour, when a hold says nothing else. */
export const HOLD_S = 60 * 60
/** Of a hold, with all its extensions. */
export const LONGEST_HOLD_S = 24 * 60 * 60
/** When to try again while a refund has reserved the credit: its end is not known. */
const REFUND_MS = 60_000
/** Lots may end between an attempt and its repeat, but hardly so often. */
const ROUNDS = 4

/**
 * Reserves credit; the SQL function credit_hold decides, under the lock of the account. Throws AppError:
 * CREDIT_SHORT, CREDIT_HELD (other holds have it), KEY_LIMIT, KEY_REUSED, NOT_FOUND, ACCOUNT_CLOSED,
 * ACCOUNT_BLOCKED.
 */
export async function holdCredit(
  deps: SpendDeps,
  request: SpendRequest,
  {
    amount,
    reason,
    apiKeyId = null,
    expiresIn = HOLD_S,
  }: { amount: number; reason: string; apiKeyId?: string | null; expiresIn?: number },
): Promise<Balances & { hold: Hold }> {
  const terms = { id: uuidv7(), amount, reason, apiKeyId }
  const endOf = (at: Date) => new Date(at.getTime() + expiresIn * 1000)
  const [ended, at] = await expiringFirst(deps, request, (time) =>
    store.hold(deps.sql, request, terms, { ...clockOf(deps, time), expiresAt: endOf(time) }),
  )
  const accepted = accept(ended, deps.now(), OF_CUSTOMER)
  if (ended.outcome === 'repeat') return withHold(deps.sql, request, accepted)
  const applicationId = request.application.id
  const hold: Hold = {
    ...{ ...terms, applicationId, state: 'open', captured: 0 },
    ...{ createdAt: at, expiresAt: endOf(at) },
  }
  return { ...balancesOf(accepted), hold }
}

/** Hold and capture in one; the SQL function credit_charge decides. Throws what `holdCredit` throws. */
export async function chargeCredit(
  deps: SpendDeps,
  request: SpendRequest,
  {
    amount,
    reason,
    usage = null,
    apiKeyId = null,
  }: { amount: number; reason: string; usage?: Usage | null; apiKeyId?: string | null },
): Promise<Balances & { charge: BookedCharge }> {
  const terms = { id: uuidv7(), amount, reason, usage, apiKeyId }
  const [ended, at] = await expiringFirst(deps, request, (time) =>
    store.charge(deps.sql, request, terms, clockOf(deps, time)),
  )
  const accepted = accept(ended, deps.now(), OF_CUSTOMER)
  if (ended.outcome === 'repeat') {
    const charge = (await findCharge(deps.sql, request.userId, accepted.object))!
    return { ...balancesOf(accepted), charge }
  }
  const facts = { holdId: null, owed: ended.owed!, reversed: 0, createdAt: at }
  const charge = { ...terms, applicationId: request.application.id, ...facts }
  return { ...balancesOf(accepted), charge }
}

/** What a capture made: a charge, or none for an amount of 0, which releases the hold. */
export interface Capture extends Balances {
  hold: Hold
  charge: BookedCharge | null
}

/**
 * Ends a hold and books what was measured. An application that is not the operator's own can take the hold at most;
 * one that is can take more, where the account may fall into debt: that by more than twice the hold raises an alert.
 * The SQL function credit_capture decides. Throws AppError: NOT_FOUND, HOLD_ENDED, CAPTURE_LIMIT, KEY_REUSED,
 * ACCOUNT_CLOSED.
 */
export async function captureHold(
  deps: SpendDeps,
  request: SpendRequest,
  {
    holdId,
    amount,
    reason = null,
    usage = null,
  }: { holdId: string; amount: number; reason?: string | null; usage?: Usage | null },
): Promise<Capture> {
  const measured = { id: uuidv7(), amount, reason, usage }
  const attempt = (sql: Query, at: Date, mayBeLarge: boolean) =>
    store.capture(sql, request, holdId, measured, { ...clockOf(deps, at), mayBeLarge })
  let [ended, at] = await expiringFirst(deps, request, (time) => attempt(deps.sql, time, false))
  if (ended.outcome === 'large') {
    if (!request.application.isFirstParty) throw new AppError('CAPTURE_LIMIT')
    ;[ended, at] = await expiringFirst(deps, request, (time) =>
      deps.sql.begin(async (tx) => {
        const made = await attempt(tx, time, true)
        if (made.outcome === 'done' && made.owed! > 0)
          await reportLargeCapture(tx, deps, request, { holdId, amount })
        return made
      }),
    )
  }
  const accepted = accept(ended, deps.now(), OF_HOLD)
  const { userId } = request
  if (ended.outcome === 'repeat') {
    const charge = await findCharge(deps.sql, userId, accepted.object)
    const hold = (await findHold(deps.sql, userId, charge?.holdId ?? accepted.object))!
    return { ...balancesOf(accepted), hold, charge }
  }
  const { apiKeyId, holdState, holdAmount, holdReason, createdAt, expiresAt } = ended
  const common = { applicationId: request.application.id, apiKeyId }
  const hold: Hold = {
    ...{ ...common, id: holdId, state: holdState, amount: holdAmount, captured: amount },
    ...{ reason: holdReason, createdAt, expiresAt },
  }
  if (amount === 0) return { ...balancesOf(accepted), hold, charge: null }
  const charge = {
    ...{ ...common, ...measured, holdId, owed: ended.owed!, reversed: 0 },
    ...{ reason: reason ?? holdReason, createdAt: at },
  }
  return { ...balancesOf(accepted), hold, charge }
}

/** Gives a hold back. Throws AppError: NOT_FOUND, HOLD_ENDED, KEY_REUSED. */
export async function releaseHold(
  deps: SpendDeps,
  request: SpendRequest,
  holdId: string,
): Promise<Balances & { hold: Hold }> {
  const at = deps.now()
  const ended = await store.release(deps.sql, request, holdId, at)
  return withHold(deps.sql, request, accept(ended, at, OF_HOLD))
}

/**
 * Moves the end of an open hold to so many seconds from now, to `LONGEST_HOLD_S` after its beginning at most,
 * and never to an earlier time. Throws AppError: NOT_FOUND (also of a grant that was taken back), HOLD_ENDED, KEY_REUSED.
 */
export async function extendHold(
  deps: SpendDeps,
  request: SpendRequest,
  { holdId, expiresIn = HOLD_S }: { holdId: string; expiresIn?: number },
): Promise<Balances & { hold: Hold }> {
  const at = deps.now()
  const expiresAt = new Date(at.getTime() + expiresIn * 1000)
  const ended = await store.extend(deps.sql, request, holdId, { at, expiresAt })
  return withHold(deps.sql, request, accept(ended, at, OF_EXTENSION))
}

function clockOf({ content }: SpendDeps, at: Date): { at: Date; timeZone: string } {
  return { at, timeZone: content.site.timeZone }
}

/**
 * Repeats an attempt after expiring lots that have ended, which only `lockAccount` does. Returns the outcome with
 * the time of its attempt.
 */
async function expiringFirst<Outcome extends SpendOutcome>(
  { sql, now }: SpendDeps,
  { userId }: SpendRequest,
  attempt: (at: Date) => Promise<Outcome>,
): Promise<[Outcome, Date]> {
  for (let round = 1; ; round += 1) {
    const at = now()
    const ended = await attempt(at)
    if (ended.outcome !== 'expire_first') return [ended, at]
    if (round === ROUNDS) throw new Error(`lots of ${userId} ended again and again`)
    await sql.begin((tx) => lockAccount(tx, userId, { at }))
  }
}

type Accepted = Balances & { object: string }

/** What a refusal says where the same code stands for several reasons. */
interface RefusalWords {
  missing: string
  ended: string
}

const OF_CUSTOMER: RefusalWords = {
  missing: '没有这位客户，或者客户没有授权您的应用；给了 key 的，也可能是密钥不对或已经停用',
  ended: '',
}
const OF_HOLD: RefusalWords = {
  missing: '没有这笔预留，请核对客户与预留的编号',
  ended: '这笔预留已经扣费、归还，或过期超过 24 小时',
}
const OF_EXTENSION: RefusalWords = {
  missing: '没有这笔预留，或者客户已撤销对您的应用的授权，预留不能延长',
  ended: '这笔预留已经结束或过期，不能延长；过期的在 24 小时内仍可扣费或归还',
}
const ALL_LATE = '余额足够，但您的应用有过期未结的预留：请先扣费或归还它们'

/** The outcome of a call that was made or repeated; throws for every other. */
function accept(
  { outcome, object, balance, held, retryAt }: SpendOutcome,
  now: Date,
  { missing, ended }: RefusalWords,
): Accepted {
  const available = (balance ?? 0) - (held ?? 0)
  switch (outcome) {
    case 'done':
    case 'repeat':
      return { object: object!, balance: balance!, held: held!, available }
    case 'short':
      throw new AppError('CREDIT_SHORT', { data: { available } })
    case 'held': {
      const end = retryAt?.getTime() ?? now.getTime() + REFUND_MS
      const retryAfter = Math.max(1, Math.ceil((end - now.getTime()) / 1000))
      const data = { available, held, retryAfter }
      throw new AppError('CREDIT_HELD', {
        data,
        retryAfter,
        ...(held === 0 && { message: ALL_LATE }),
      })
    }
    case 'key_limit':
      throw new AppError('KEY_LIMIT')
    case 'key_reused':
      throw new AppError('KEY_REUSED')
    case 'hold_ended':
      throw new AppError('HOLD_ENDED', { message: ended })
    case 'closed':
      throw new AppError('ACCOUNT_CLOSED')
    case 'blocked':
      throw new AppError('ACCOUNT_BLOCKED')
    case 'not_found':
      throw new AppError('NOT_FOUND', { message: missing })
    case 'large':
    case 'expire_first':
      throw new Error(`${outcome} was not dealt with`)
  }
}

function balancesOf({ balance, held, available }: Accepted): Balances {
  return { balance, held, available }
}

async function withHold(sql: Query, { userId }: SpendRequest, accepted: Accepted) {
  const hold = (await findHold(sql, userId, accepted.object))!
  return { ...balancesOf(accepted), hold }
}

function reportLargeCapture(
  tx: Query,
  deps: SpendDeps,
  { userId, application }: SpendRequest,
  { holdId, amount }: { holdId: string; amount: number },
): Promise<void> {
  const facts = { userId, applicationId: application.id, holdId, amount }
  return raiseAlert(deps, tx, { kind: 'large_capture', subject: holdId, facts })
}
