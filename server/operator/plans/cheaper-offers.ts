import type { PlanOffer } from '#contract/content/content.ts'
import type { Query } from '../../db/sql.ts'
import { timeText } from '../../lib/local-time.ts'
import { countText, moneyText } from '../../lib/money-text.ts'
import { toPlanOffer } from '../../recharge/plans/plan-changes.ts'
import type { PlanRow } from '../../recharge/plans/plans.store.ts'
import type { OperatorContext } from '../operator.ts'
import { tellOwnersOfSigned } from '../operators/tell-owners.ts'
import type { Fact } from '../report.ts'

/** For the help of the commands. */
export const CHEAPER_OFFERS_NOTE =
  '同样的钱给的积分比在售的套餐都多，或没有可以比较的在售套餐时，在控制台要另一位所有者或财务签字，没有这样的同事时才不用；所有者都会收到邮件。'

/**
 * The sentence that says how much more credit for the money the offer gives than all comparable plans on sale; null: no
 * more, so that one operator alone may sell it.
 */
export function describeCheaperOffer(
  wanted: PlanOffer,
  plans: readonly PlanRow[],
  now: Date,
): string | null {
  const rates = plans
    .filter(({ isOnSale }) => isOnSale)
    .map(toPlanOffer)
    .filter((plan) => isComparable(plan, wanted, now))
    .map(creditForMoney)
  if (rates.length === 0) {
    return '没有可以比较的在售套餐（别的套餐要不限库存和限购、没有停售时间、有效期不比它短、起购金额不比它高）'
  }
  const times = creditForMoney(wanted) / Math.max(...rates)
  return times <= 1
    ? null
    : `同样的钱，积分比在售套餐多 ${countText(Math.ceil((times - 1) * 100))}%`
}

function creditForMoney({ credit, bonusCredit, amount }: PlanOffer): number {
  return (credit + bonusCredit) / amount
}

/**
 * Whether the plan is sold on terms that are no narrower. Another plan with a stock, a limit or an end says nothing about
 * the wanted one: each copy would have the limit anew. Nor does one that asks for more money at once: much is cheaper.
 */
function isComparable(plan: PlanOffer, wanted: PlanOffer, now: Date): boolean {
  const isItself = plan.id === wanted.id
  return (
    (isItself || (isSoldFreely(plan, now) && leastPrice(plan) <= leastPrice(wanted))) &&
    plan.currency === wanted.currency &&
    plan.minNum <= wanted.minNum &&
    (plan.validDays || Infinity) >= (wanted.validDays || Infinity) &&
    (plan.stock ?? Infinity) >= (wanted.stock ?? Infinity) &&
    (plan.limitPerUser ?? Infinity) >= (wanted.limitPerUser ?? Infinity) &&
    startOf(plan, now) <= startOf(wanted, now) &&
    endOf(plan) >= endOf(wanted)
  )
}

/** What a buyer pays at least, in minor units. */
function leastPrice({ amount, minNum }: PlanOffer): number {
  return amount * minNum
}

function isSoldFreely(plan: PlanOffer, now: Date): boolean {
  const isLimited = plan.stock !== undefined || plan.limitPerUser !== undefined
  return !isLimited && plan.saleUntil === undefined && startOf(plan, now) === now.getTime()
}

/** In milliseconds; what has begun begins now. */
function startOf({ saleFrom }: PlanOffer, now: Date): number {
  return Math.max(now.getTime(), saleFrom === undefined ? 0 : Date.parse(saleFrom))
}

function endOf({ saleUntil }: PlanOffer): number {
  return saleUntil === undefined ? Infinity : Date.parse(saleUntil)
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

export function tellOwnersOfCheaperOffer(
  operator: Pick<OperatorContext, 'content' | 'call'>,
  tx: Query,
  { id, name }: Pick<PlanOffer, 'id' | 'name'>,
  sentence: string,
): Promise<void> {
  return tellOwnersOfSigned(operator, tx, `套餐“${name}”（${id}）上架或改价：${sentence}`)
}
