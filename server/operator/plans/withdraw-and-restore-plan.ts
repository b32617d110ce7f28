import { isDeepStrictEqual } from 'node:util'
import type { PlanOffer } from '#contract/content/content.ts'
import { lockPlans } from '../../recharge/plans/plans.store.ts'
import { toPlanOffer } from '../../recharge/plans/plan-changes.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { optionalText, requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import {
  CHEAPER_OFFERS_NOTE,
  describeCheaperOffer,
  offerFacts,
  tellOwnersOfCheaperOffer,
} from './cheaper-offers.ts'
import { changedMeanwhile, requirePlan } from './plan-refusals.ts'
import { setOnSale, storePlanChanges } from './plans.store.ts'

const parameters = {
  arguments: { plan: requiredText('编号', '套餐的编号，见控制台的“套餐”') },
  options: { reason: optionalText('原因', '记入操作记录') },
}

export const withdrawPlanCommand = defineCommand({
  name: 'plans withdraw',
  summary: '下架套餐',
  console: { title: '下架套餐', permission: 'own' },
  notes: ['已经下的单仍可支付；重新上架用 plans restore。'],
  ...parameters,
  async run(operator, { plan: id, reason }) {
    const { plan, plans } = await requirePlan(operator.sql, id)
    if (!plan.isOnSale) throw notOnSale(id)
    const isLast = plans.filter(({ isOnSale }) => isOnSale).length === 1
    await performAction(operator, {
      subject: id,
      reason,
      preview: `将下架套餐 ${id}（${plan.name}）${isLast ? '，之后没有任何套餐在售' : ''}`,
      work: (actionId) =>
        change(operator, { id, actionId, isOnSale: false, shown: null, cheapness: null }),
      toAuditResult: () => ({ plan: id }),
    })
    return {
      isFinal: true,
      data: { id, isOnSale: false },
      text: `已下架套餐 ${id}（${plan.name}）`,
    }
  },
})

export const restorePlanCommand = defineCommand({
  name: 'plans restore',
  summary: '重新上架套餐',
  console: { title: '上架套餐', permission: 'own' },
  notes: ['价格与内容不变；有开售、停售时间的，仍以时间为准。', CHEAPER_OFFERS_NOTE],
  ...parameters,
  async run(operator, { plan: id, reason }) {
    const { plan, plans } = await requirePlan(operator.sql, id)
    if (plan.isOnSale) throw onSale(id)
    const wanted = toPlanOffer(plan)
    const cheapness = describeCheaperOffer(wanted, plans, operator.now())
    await performAction(operator, {
      subject: id,
      reason,
      preview: {
        facts: offerFacts(wanted, operator.content.site.timeZone),
        sentences: [
          `将重新上架套餐 ${id}（${plan.name}）`,
          ...(cheapness === null ? [] : [cheapness]),
        ],
      },
      needsSignature: cheapness !== null,
      work: (actionId) =>
        change(operator, { id, actionId, isOnSale: true, shown: wanted, cheapness }),
      toAuditResult: () => ({ plan: id }),
    })
    return { isFinal: true, data: { id, isOnSale: true }, text: `已上架套餐 ${id}（${plan.name}）` }
  },
})

interface SaleChange {
  id: string
  actionId: string
  isOnSale: boolean
  /** What is put on sale, as the operator has seen it; null: nothing is. */
  shown: PlanOffer | null
  cheapness: string | null
}

async function change(
  operator: OperatorContext,
  { id, actionId, isOnSale, shown, cheapness }: SaleChange,
): Promise<void> {
  await operator.sql.begin(async (tx) => {
    await lockPlans(tx)
    const { plan, plans } = await requirePlan(tx, id)
    if (plan.isOnSale === isOnSale) throw isOnSale ? onSale(id) : notOnSale(id)
    const wanted = toPlanOffer(plan)
    if (shown !== null && !isDeepStrictEqual(wanted, shown)) throw changedMeanwhile()
    const found = isOnSale ? describeCheaperOffer(wanted, plans, operator.now()) : null
    if (found !== cheapness) throw changedMeanwhile()
    await setOnSale(tx, [id], isOnSale)
    const fields = [{ field: 'onSale', from: !isOnSale, to: isOnSale }]
    const { name, version } = plan
    await storePlanChanges(tx, actionId, [{ id, name, kind: 'changed', version, fields }])
    if (cheapness !== null) await tellOwnersOfCheaperOffer(operator, tx, plan, cheapness)
  })
}

function notOnSale(id: string): Refusal {
  return new Refusal(`套餐 ${id} 已经下架`, { code: 'NOT_ON_SALE' })
}

function onSale(id: string): Refusal {
  return new Refusal(`套餐 ${id} 已经上架`, { code: 'ON_SALE' })
}
