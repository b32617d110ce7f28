import { basename, dirname } from 'node:path'
import type { PlanOffer } from '#contract/content/content.ts'
import { isDeepStrictEqual } from 'node:util'
import { describeChanges } from '../../recharge/plans/plan-change-texts.ts'
import {
  isInOrder,
  type PlanChange,
  planChanges,
  unlistedPlans,
} from '../../recharge/plans/plan-changes.ts'
import { listAllPlans, lockPlans, upsertPlans } from '../../recharge/plans/plans.store.ts'
import { readPlans } from '../../site/content/load-content.ts'
import { ContentError } from '../../site/content/content-file.ts'
import { defineCommand } from '../command.ts'
import type { OperatorContext } from '../operator.ts'
import { flag, optionalText, requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { joinSections } from '../report.ts'
import { movePlansFirst, setOnSale, storePlanChanges } from './plans.store.ts'
import { changedMeanwhile, refuseTooCheap } from './plan-refusals.ts'
import { describeQuotedPrices } from './quoted-prices.ts'

export const applyPlansCommand = defineCommand({
  name: 'plans apply',
  summary: '按文件新增、修改、重新上架套餐',
  notes: [
    '文件的格式与 content/plans.json 相同，用同一套规则检查；文件里的顺序就是页面上的顺序。',
    '价格、积分、赠送积分、有效期有变化时套餐升一版：已经下的单保持原价，新的单用新价。',
    '文件里没有的套餐保持原样，排在后面；要停止出售请用 plans withdraw。',
    '页面上的价格在 10 秒内更新。',
  ],
  arguments: { file: requiredText('文件', '套餐文件，例如 content/plans.json') },
  options: {
    try: flag('只显示会有什么变化，不改动'),
    reason: optionalText('原因', '记入操作记录'),
  },
  async run(operator, { file, try: isTrial, reason }) {
    const { sql, content } = operator
    const wanted = read(operator, file)
    const { currency, timeZone } = content.site
    const current = await listAllPlans(sql)
    const changes = planChanges(current, wanted)
    const others = unlistedPlans(current, wanted)
    const data = { changes, untouched: others.map(({ id }) => id) }
    const left =
      others.length === 0
        ? null
        : `文件里没有、保持在售：${others.map(({ id, name }) => `${id}（${name}）`).join('、')}`
    if (changes.length === 0 && isInOrder(current, wanted)) {
      return { data, text: joinSections('没有变化', left) }
    }
    const described =
      changes.length === 0 ? '  只改变顺序' : describeChanges(changes, { currency, timeZone })
    const quoted = describeQuotedPrices(content, current, changes).join('\n') || null
    if (isTrial) return { data, text: joinSections(`将有这些变化\n${described}`, left, quoted) }
    await performAction(operator, {
      reason,
      preview: joinSections(`将修改套餐\n${described}`, left, quoted),
      work: (actionId) => save(operator, actionId, wanted, changes),
      toAuditResult: () => ({ changes }),
    })
    return { data, text: joinSections(`已修改套餐\n${described}`, left) }
  },
})

function read({ path, content }: OperatorContext, file: string): PlanOffer[] {
  const place = path(file)
  const problems: string[] = []
  const plans = readPlans(dirname(place), basename(place), content.site.currency, problems)
  if (!plans || problems.length > 0) throw new ContentError(problems)
  refuseTooCheap(plans)
  return plans
}

/** Saves the plans; refuses when the changes are no longer those that the operator has seen. */
async function save(
  { sql }: OperatorContext,
  actionId: string,
  wanted: readonly PlanOffer[],
  shown: readonly PlanChange[],
): Promise<void> {
  await sql.begin(async (tx) => {
    await lockPlans(tx)
    if (!isDeepStrictEqual(planChanges(await listAllPlans(tx), wanted), shown)) {
      throw changedMeanwhile()
    }
    const ids = wanted.map(({ id }) => id)
    await upsertPlans(tx, wanted)
    await setOnSale(tx, ids, true)
    await movePlansFirst(tx, ids)
    await storePlanChanges(tx, actionId, shown)
  })
}
