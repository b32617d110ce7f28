import { moneyText } from '../../money-text.ts'
import { listAllPlans } from '../../recharge/plans/plans.store.ts'
import { defineCommand } from '../command.ts'
import { countText } from '../terminal/format.ts'
import { formatTable } from '../terminal/table.ts'

export const listPlansCommand = defineCommand({
  name: 'plans list',
  summary: '列出全部套餐，包括已下架的',
  arguments: {},
  options: {},
  async run({ sql }) {
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
      { title: '版本', of: ({ version }) => String(version), align: 'right' },
      { title: '推荐', of: ({ recommended }) => (recommended ? '是' : '') },
    ])
    return { data: plans, text: plans.length === 0 ? '还没有套餐' : text }
  },
})
