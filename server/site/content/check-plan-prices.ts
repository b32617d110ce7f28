import type { PlanContent, PlanOffer } from '#contract/content/content.ts'
import { leastAmount } from '../../gateways/payments/least-amounts.ts'

/** What the payment provider takes at most for one payment, in minor units; the database checks it too. */
const MOST_AMOUNT = 99_999_999
const MOST_CREDIT = 1_000_000_000_000

/**
 * Mistakes in prices, credit and quantities of plans in the form of `plans.json`. That a price is a whole
 * number of at least 1 is checked before, by `contract/content/content.ts`.
 */
export function findPlanProblems(
  plans: readonly PlanContent[],
  siteCurrency: string | null,
): string[] {
  const seen = new Set<string>()
  const firstRecommended = plans.findIndex(({ recommended }) => recommended)
  return plans.flatMap((plan, at) => {
    const {
      amount,
      originalAmount = amount + 1,
      credit,
      bonusCredit,
      minNum,
      maxNum,
      currency,
      limitPerUser = minNum,
    } = plan
    const rules: [boolean, string][] = [
      [!seen.has(plan.id), `id 重复：${plan.id}`],
      [originalAmount > amount, 'originalAmount 应大于 amount'],
      [credit > 0, 'credit 应大于 0'],
      [minNum >= 1, 'minNum 不能小于 1'],
      [maxNum >= minNum && maxNum <= 9999, 'maxNum 应在 minNum 与 9999 之间'],
      [amount * maxNum <= MOST_AMOUNT, `amount × maxNum 不能超过 ${MOST_AMOUNT}`],
      [(credit + bonusCredit) * maxNum <= MOST_CREDIT, `积分 × maxNum 不能超过 ${MOST_CREDIT}`],
      [isPeriod(plan), 'saleUntil 应晚于 saleFrom'],
      [limitPerUser >= minNum, 'limitPerUser 不能小于 minNum'],
      [(currency ?? siteCurrency) === siteCurrency, 'currency 应与 site.json 的 currency 一致'],
      [
        !plan.recommended || at === firstRecommended,
        `recommended 只能有一个为 true：[${firstRecommended}]（${plans[firstRecommended]?.id}）已经是推荐套餐`,
      ],
    ]
    seen.add(plan.id)
    return rules.filter(([holds]) => !holds).map(([, rule]) => `[${at}].${rule}`)
  })
}

function isPeriod({ saleFrom, saleUntil }: PlanContent): boolean {
  if (saleFrom === undefined || saleUntil === undefined) return true
  return new Date(saleUntil) > new Date(saleFrom)
}

/** Plans whose smallest purchase costs less than the provider takes. */
export function plansBelowLeastAmount<
  Plan extends Pick<PlanOffer, 'amount' | 'minNum' | 'currency'>,
>(plans: readonly Plan[]): Plan[] {
  return plans.filter(({ amount, minNum, currency }) => amount * minNum < leastAmount(currency))
}
