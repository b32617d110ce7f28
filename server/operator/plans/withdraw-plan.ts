import { listAllPlans } from '../../recharge/plans/plans.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText, requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { takeOffSale } from './plans.store.ts'

export const withdrawPlanCommand = defineCommand({
  name: 'plans withdraw',
  summary: '下架套餐',
  console: { title: '下架套餐', permission: 'own' },
  notes: ['已经下的单仍可支付；重新上架请用 plans apply。'],
  arguments: { plan: requiredText('编号', '套餐的编号，见 plans list') },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { plan: id, reason }) {
    const plans = await listAllPlans(operator.sql)
    const plan = plans.find((row) => row.id === id)
    if (!plan) throw new Refusal(`没有编号为 ${id} 的套餐`, { code: 'NOT_FOUND' })
    if (!plan.isOnSale) throw notOnSale(id)
    const isLast = plans.filter(({ isOnSale }) => isOnSale).length === 1
    await performAction(operator, {
      subject: id,
      reason,
      preview: `将下架套餐 ${id}（${plan.name}）${isLast ? '，之后没有任何套餐在售' : ''}`,
      async work() {
        if (!(await takeOffSale(operator.sql, id))) throw notOnSale(id)
      },
      toAuditResult: () => ({ plan: id }),
    })
    return { data: { id, isOnSale: false }, text: `已下架套餐 ${id}（${plan.name}）` }
  },
})

function notOnSale(id: string): Refusal {
  return new Refusal(`套餐 ${id} 已经下架`, { code: 'NOT_ON_SALE' })
}
