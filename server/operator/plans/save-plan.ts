import { isDeepStrictEqual } from 'node:util'
import { type PlanContent, planContent, type PlanOffer } from '#contract/content/content.ts'
import { changeTitle, describeField } from '../../recharge/plans/plan-change-texts.ts'
import {
  isNewOffer,
  type PlanChange,
  planMark,
  termDifferences,
} from '../../recharge/plans/plan-changes.ts'
import {
  listAllPlans,
  lockPlans,
  type PlanRow,
  upsertPlans,
} from '../../recharge/plans/plans.store.ts'
import { findPlanProblems } from '../../site/content/check-plan-prices.ts'
import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { optionalText, type Parameter } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { type Report, reported } from '../report.ts'
import {
  CHEAPER_OFFERS_NOTE,
  describeCheaperOffer,
  offerFacts,
  tellOwnersOfCheaperOffer,
} from './cheaper-offers.ts'
import { changedMeanwhile, refuseTooCheap } from './plan-refusals.ts'
import { describeQuotedPrices } from './quoted-prices.ts'
import { movePlansFirst, recommendOnly, storePlanChanges } from './plans.store.ts'
import { describeIssue } from '../../site/content/content-file.ts'

const LONGEST = 8_000

/** One plan as JSON, in the form of `content/plans.json`. */
const planParameter: Parameter<PlanContent> = {
  value: '套餐',
  help: '一份套餐的 JSON，字段与 content/plans.json 里的一份相同',
  isRequired: true,
  read(given) {
    if (given === undefined) throw wrongUsage('必须填写')
    if (given.length > LONGEST) throw wrongUsage(`最多 ${LONGEST} 个字`)
    const parsed = planContent.safeParse(parseJson(given))
    if (parsed.success) return parsed.data
    throw wrongUsage(parsed.error.issues.map(describeIssue).join('；'))
  },
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongUsage('不是合法的 JSON')
  }
}

/** In place of a mark: there must be no such plan yet. */
const NEW = 'new'

export const savePlanCommand = defineCommand({
  name: 'plans save',
  summary: '新增或修改一份套餐',
  console: { title: '保存套餐', permission: 'own', ownForm: '/plans/plan' },
  notes: [
    '价格、积分、赠送积分、有效期有变化时套餐升一版：已经下的单保持原价，新的单用新价。',
    '在售或下架不变；新的套餐排在最后，马上在售，除非开售时间未到。',
    CHEAPER_OFFERS_NOTE,
    '库存是总共出售的份数，已经预留和售出的算在内；设为推荐时，原来推荐的一份不再推荐。',
  ],
  arguments: { plan: planParameter },
  options: {
    basis: optionalText('标记', `修改前的标记，新增写 ${NEW}；不符时拒绝`),
    reason: optionalText('原因', '记入操作记录'),
  },
  async run(operator, { plan: given, basis, reason }) {
    const { sql } = operator
    const wanted = checkedPlan(operator, given)
    const current = await listAllPlans(sql)
    checkBasis(current, wanted, basis)
    const changes = changesOf(current, wanted)
    if (changes.length === 0) return { data: { changes }, text: '没有变化' }
    const cheapness = cheapnessOf(operator, current, wanted)
    const quoted = describeQuotedPrices(operator.content, current, changes)
    await performAction(operator, {
      subject: wanted.id,
      reason,
      preview: describe(operator, changes, { will: '将', wanted, cheapness, quoted }),
      needsSignature: cheapness !== null,
      work: (actionId) => save(operator, { actionId, wanted, shown: changes, cheapness }),
      toAuditResult: () => ({ changes }),
    })
    return {
      data: { changes },
      ...reported(describe(operator, changes, { will: '已', wanted, cheapness: null })),
    }
  },
})

function checkedPlan({ content }: OperatorContext, given: PlanContent): PlanOffer {
  const { currency } = content.site
  const problems = findPlanProblems([given], currency)
  if (problems.length > 0) {
    throw wrongUsage(problems.map((problem) => problem.replace('[0].', '')).join('；'))
  }
  const offer = { ...given, currency }
  refuseTooCheap([offer])
  return offer
}

function checkBasis(current: readonly PlanRow[], { id }: PlanOffer, basis: string | null): void {
  const row = current.find((plan) => plan.id === id)
  if (basis === null) return
  if (basis === NEW && row) {
    throw new Refusal(`已经有编号为 ${id} 的套餐（${row.name}），请换一个编号`, {
      code: 'ID_TAKEN',
    })
  }
  if (basis !== NEW && (!row || planMark(row) !== basis)) throw changedMeanwhile()
}

/** The plan's own change, and that of the plan that is recommended no more. */
function changesOf(current: readonly PlanRow[], wanted: PlanOffer): PlanChange[] {
  const { id, name } = wanted
  const row = current.find((plan) => plan.id === id)
  if (!row)
    return [{ id, name, kind: 'added', version: 1, fields: [] }, ...demoted(current, wanted)]
  const fields = termDifferences(row, wanted)
  if (fields.length === 0) return []
  const version = row.version + (isNewOffer(fields) ? 1 : 0)
  return [{ id, name, kind: 'changed', version, fields }, ...demoted(current, wanted)]
}

function demoted(current: readonly PlanRow[], wanted: PlanOffer): PlanChange[] {
  return current
    .filter(({ id, recommended }) => wanted.recommended && recommended && id !== wanted.id)
    .map(({ id, name, version }) => {
      const fields = [{ field: 'recommended', from: true, to: false }]
      return { id, name, kind: 'changed', version, fields }
    })
}

/** Null: it is no cheaper than what is on sale, or is not sold by this: a withdrawn plan is looked at when it is restored. */
function cheapnessOf(
  { now }: OperatorContext,
  current: readonly PlanRow[],
  wanted: PlanOffer,
): string | null {
  const row = current.find(({ id }) => id === wanted.id)
  return row && !row.isOnSale ? null : describeCheaperOffer(wanted, current, now())
}

interface Saving {
  actionId: string
  wanted: PlanOffer
  /** What the operator has seen. */
  shown: readonly PlanChange[]
  cheapness: string | null
}

async function save(
  operator: OperatorContext,
  { actionId, wanted, shown, cheapness }: Saving,
): Promise<void> {
  await operator.sql.begin(async (tx) => {
    await lockPlans(tx)
    const current = await listAllPlans(tx)
    const changes = changesOf(current, wanted)
    if (!isDeepStrictEqual(changes, shown)) throw changedMeanwhile()
    if (cheapnessOf(operator, current, wanted) !== cheapness) throw changedMeanwhile()
    await upsertPlans(tx, [wanted])
    if (wanted.recommended) await recommendOnly(tx, wanted.id)
    const ids = current.map(({ id }) => id)
    // a new plan is the last one
    await movePlansFirst(tx, ids)
    await storePlanChanges(tx, actionId, shown)
    if (cheapness !== null) await tellOwnersOfCheaperOffer(operator, tx, wanted, cheapness)
  })
}

function describe(
  { content }: OperatorContext,
  [own, ...others]: readonly PlanChange[],
  {
    will,
    wanted,
    cheapness,
    quoted = [],
  }: { will: '将' | '已'; quoted?: string[] } & Pick<Saving, 'wanted' | 'cheapness'>,
): Report {
  const { id, name, kind, fields } = own!
  const facts = fields.map((each) => {
    const { label, from, to } = describeField(each, content.site)
    return [label, `${from} → ${to}`] as const
  })
  // whoever signs sees the whole offer
  const isWhole = kind === 'added' || cheapness !== null
  const rest = isWhole
    ? offerFacts(wanted, content.site.timeZone).filter(([label]) =>
        facts.every(([changed]) => changed !== label),
      )
    : []
  return {
    facts: [['套餐', `${name}（${id}）`], ...facts, ...rest],
    sentences: [
      `${will}${changeTitle(own!)}`,
      ...(kind === 'changed' && isNewOffer(fields) ? ['已经下的单保持原来的价格与积分'] : []),
      ...others.map((other) => `“${other.name}”不再是推荐的套餐`),
      ...(cheapness === null ? [] : [cheapness]),
      ...quoted,
    ],
  }
}
