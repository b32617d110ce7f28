import { moneyText } from '../../money-text.ts'
import { planMark } from '../../recharge/plans/plan-changes.ts'
import { listAllPlans, type PlanRow } from '../../recharge/plans/plans.store.ts'
import { defineCommand } from '../command.ts'
import { countText, timeText } from '../terminal/format.ts'
import { formatTable } from '../terminal/table.ts'

export const listPlansCommand = defineCommand({
  name: 'plans list',
  summary: '列出全部套餐，包括已下架的',
  arguments: {},
  options: {},
  async run({ sql, content }) {
    const { timeZone } = content.site
    const plans = await listAllPlans(sql)
    const text = formatTable(plans, [
      { title: '编号', of: ({ id }) => id },
      { title: '名称', of: ({ name }) => name },
      { title: '状态', of: ({ isOnSale }) => (isOnSale ? '在售' : '已下架') },
      { title: '价格', of: (plan) => moneyText(plan.amount, plan.currency), align: 'right' },
      {
        title: '划线价',
        of: (plan) => (plan.originalAmount ? moneyText(plan.originalAmount, plan.currency) : '—'),
        align: 'right',
      },
      { title: '积分', of: ({ credit }) => countText(credit), align: 'right' },
      { title: '赠送', of: ({ bonusCredit }) => countText(bonusCredit), align: 'right' },
      { title: '有效期', of: ({ validDays }) => (validDays === 0 ? '永久' : `${validDays} 天`) },
      { title: '份数', of: ({ minNum, maxNum }) => `${minNum}–${maxNum}` },
      { title: '库存', of: stockText, align: 'right' },
      { title: '每人限购', of: ({ limitPerUser }) => limitText(limitPerUser), align: 'right' },
      { title: '开售', of: ({ saleFrom }) => timeText(saleFrom, timeZone) },
      { title: '停售', of: ({ saleUntil }) => timeText(saleUntil, timeZone) },
      { title: '版本', of: ({ version }) => String(version), align: 'right' },
      { title: '推荐', of: ({ recommended }) => (recommended ? '是' : '') },
    ])
    const data = plans.map((plan) => ({ ...plan, basis: planMark(plan) }))
    return { data, text: plans.length === 0 ? '还没有套餐' : text }
  },
})

/** What is left of what is sold altogether: `7/50`. */
function stockText({ stock, held, sold }: PlanRow): string {
  if (stock === null) return '不限'
  return `${countText(stock - (held ?? 0) - (sold ?? 0))}/${countText(stock)}`
}

function limitText(limit: number | null): string {
  return limit === null ? '不限' : countText(limit)
}
