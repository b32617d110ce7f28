import type { PlanOffer } from '#contract/content/content.ts'
import type { Query } from '../../db/sql.ts'
import { timeText } from '../../lib/local-time.ts'
import { countText, moneyText } from '../../lib/money-text.ts'
import { type PlanFieldChange, toPlanOffer } from '../../recharge/plans/plan-changes.ts'
import type { PlanRow } from '../../recharge/plans/plans.store.ts'
import type { OperatorContext } from '../operator.ts'
import { tellOwnersOfSigned } from '../operators/tell-owners.ts'
import type { Fact } from '../report.ts'
import { listUnsignedChanges, type UnsignedChange } from './plans.store.ts'

/** A plan that gives more than this many times the credit of the others for the same money needs a second signature. */
const MOST_TIMES = 3
/** What nobody signed counts for comparisons only after it: many small steps would be one large one otherwise. */
const SETTLED_MS = 7 * 24 * 60 * 60 * 1000

/** For the help of the commands. */
export const CHEAP_PLANS_NOTE =
  '比在售的套餐便宜得多（同样的钱，积分超过 3 倍）时，在控制台要另一位所有者或财务签字，没有这样的同事时才不用；所有者都会收到邮件。'

/** Credit that is good for so long says how dear credit is; of shorter one, only what lasts no longer is compared. */
const LASTING_DAYS = 30

/** What an offer gives, and to how many, for how long. */
const OFFER_FIELDS = [
  ...['amount', 'currency', 'credit', 'bonusCredit', 'validDays', 'minNum'],
  ...['stock', 'limitPerUser', 'saleFrom', 'saleUntil'],
]
/** Whoever signs a change of one of these has been shown the whole offer. */
const SETTLING_FIELDS = [...OFFER_FIELDS, 'onSale']

/** A plan on sale as it is now and as it was before the changes that nobody has signed. */
export interface SoldPlan {
  now: PlanOffer
  settled: PlanOffer
}

/** Whether these changes concern what is sold; texts and order do not. */
export function isOfferChange(fields: readonly PlanFieldChange[]): boolean {
  return fields.some(({ field }) => OFFER_FIELDS.includes(field))
}

/** The sentence that says how much cheaper the offer is than all that is on sale; null: not so much that two have to sign. */
export async function findCheapness(
  { now }: Pick<OperatorContext, 'now'>,
  sql: Query,
  { plans, wanted }: { plans: readonly PlanRow[]; wanted: PlanOffer },
): Promise<string | null> {
  const since = new Date(now().getTime() - SETTLED_MS)
  const unsigned = await listUnsignedChanges(sql, { since, settling: SETTLING_FIELDS })
  const times = timesCheaper(wanted, soldPlans(plans, unsigned, { at: now(), since }))
  if (times === null)
    return '没有可以比较的在售套餐（别的套餐要不限库存和限购、期限不比它短，卖了一周或签过字）'
  if (times <= MOST_TIMES) return null
  return `同样的钱，积分是在售套餐的 ${countText(Math.floor(times))} 倍以上（卖了一周或签过字的才比）`
}

/** The whole offer, for a preview. */
export function offerFacts(offer: PlanOffer, timeZone: string): Fact[] {
  const { amount, currency, credit, bonusCredit, validDays, minNum, maxNum } = offer
  const { stock, limitPerUser, saleFrom, saleUntil } = offer
  const time = (text: string | undefined) =>
    text === undefined ? null : timeText(new Date(text), timeZone)
  return [
    ['价格', moneyText(amount, currency)],
    ['积分', countText(credit)],
    ['赠送积分', bonusCredit === 0 ? null : countText(bonusCredit)],
    ['有效天数', validDays === 0 ? '永久' : countText(validDays)],
    ['最少份数', minNum === 1 ? null : countText(minNum)],
    ['最多份数', countText(maxNum)],
    ['开售', time(saleFrom)],
    ['停售', time(saleUntil)],
    ['库存', stock === undefined ? null : countText(stock)],
    ['每人限购', limitPerUser === undefined ? null : countText(limitPerUser)],
  ]
}

export function tellOwnersOfCheapPlan(
  operator: Pick<OperatorContext, 'content' | 'call'>,
  tx: Query,
  { id, name }: Pick<PlanOffer, 'id' | 'name'>,
  cheapness: string,
): Promise<void> {
  return tellOwnersOfSigned(operator, tx, `套餐“${name}”（${id}）上架或改价：${cheapness}`)
}

/**
 * How many times the credit of the best plan on sale the wanted one gives for the same money. A plan that is sold in
 * fewer pieces, to fewer or for a shorter time says nothing about one that is sold more freely; nor does one with a
 * stock or a limit about another plan, because each copy would have the limit anew. Null: nothing to compare with.
 */
export function timesCheaper(wanted: PlanOffer, sold: readonly SoldPlan[]): number | null {
  const times = sold
    .map(({ now, settled }) => [now, settled])
    .filter((offers) => offers.every((offer) => isComparable(offer, wanted)))
    .map((offers) => Math.max(...offers.map((offer) => timesOf(wanted, offer))))
  return times.length === 0 ? null : Math.min(...times)
}

function timesOf(wanted: PlanOffer, other: PlanOffer): number {
  return (
    ((wanted.credit + wanted.bonusCredit) * other.amount) /
    ((other.credit + other.bonusCredit) * wanted.amount)
  )
}

function isComparable(other: PlanOffer, wanted: PlanOffer): boolean {
  const isLimited = other.stock !== undefined || other.limitPerUser !== undefined
  return (
    other.currency === wanted.currency &&
    (other.id === wanted.id || !isLimited) &&
    other.minNum <= wanted.minNum &&
    lastingDays(other) >= lastingDays(wanted) &&
    limitOf(other.stock) >= limitOf(wanted.stock) &&
    limitOf(other.limitPerUser) >= limitOf(wanted.limitPerUser) &&
    endOf(other) >= endOf(wanted)
  )
}

function lastingDays({ validDays }: PlanOffer): number {
  return validDays === 0 ? LASTING_DAYS : Math.min(validDays, LASTING_DAYS)
}

function limitOf(limit: number | undefined): number {
  return limit ?? Infinity
}

function endOf({ saleUntil }: PlanOffer): number {
  return saleUntil === undefined ? Infinity : Date.parse(saleUntil)
}

/**
 * The plans that can be bought at this moment, and could before these changes, which stand newest first. What begins
 * later than `since` has not been on sale, for all to see, as long as a change has to be.
 */
export function soldPlans(
  plans: readonly PlanRow[],
  unsigned: readonly UnsignedChange[],
  { at, since }: { at: Date; since: Date },
): SoldPlan[] {
  return plans.flatMap((plan) => {
    const own = unsigned.filter(({ planId }) => planId === plan.id)
    const now = { ...toPlanOffer(plan), onSale: plan.isOnSale }
    const settled = own.reduce(withoutChange, now)
    const isSold = [now, settled].every(
      (offer) => offer.onSale && isInPeriod(offer, at) && isInPeriod(withoutEnd(offer), since),
    )
    return isSold && own.every(({ isNew }) => !isNew) ? [{ now, settled }] : []
  })
}

function withoutChange<Offer extends PlanOffer>(offer: Offer, { fields }: UnsignedChange): Offer {
  const before = Object.fromEntries(fields.map(({ field, from }) => [field, from ?? undefined]))
  return { ...offer, ...before }
}

function withoutEnd<Offer extends PlanOffer>(offer: Offer): Offer {
  return { ...offer, saleUntil: undefined }
}

function isInPeriod({ saleFrom, saleUntil }: PlanOffer, at: Date): boolean {
  const time = at.toISOString()
  return (saleFrom ?? time) <= time && (saleUntil === undefined || saleUntil > time)
}
