import { pagesOf } from '../../gateways/payments/payments.ts'
import { sandboxControl } from '../../gateways/payments/sandbox-control.ts'
import { defineCommand } from '../command.ts'
import type { OperatorContext } from '../operator.ts'
import { performAction } from '../perform-action.ts'
import { countText } from '../../lib/money-text.ts'
import { countDemoData, findDemoOrders, removeDemoData } from './demo.store.ts'
import { requireSandbox } from './make-demo.ts'

export const removeDemoCommand = defineCommand({
  name: 'demo remove',
  summary: '删除全部演示数据',
  notes: ['只删除演示用户的，别人的一行也不动；支付沙箱里的付款也一并删除，服务须在运行。'],
  arguments: {},
  options: {},
  async run(operator) {
    const { sql, config } = operator
    requireSandbox(operator)
    const found = await countDemoData(sql)
    if (found.users === 0) return { data: found, text: '没有演示数据' }
    await performAction(operator, {
      preview: `将删除 ${countText(found.users)} 个演示用户，${countText(found.orders)} 笔订单，${countText(found.charges)} 次扣费`,
      async work() {
        await sandboxControl(config.payments).forget(await listDemoIntents(operator))
        await removeDemoData(sql)
      },
      toAuditResult: () => ({ ...found }),
    })
    return {
      data: found,
      text: `已删除 ${countText(found.users)} 个演示用户，${countText(found.orders)} 笔订单，${countText(found.charges)} 次扣费`,
    }
  },
})

/** Also those that their orders have lost: the provider knows whose they are. */
async function listDemoIntents({ sql, now, deps }: OperatorContext): Promise<string[]> {
  const { ids, from } = await findDemoOrders(sql)
  if (from === null) return []
  const own = new Set(ids)
  const { payments } = await deps()
  const pages = pagesOf((listing) => payments.listIntents(listing), {
    // the provider's times have no parts of a second
    createdFrom: new Date(from.getTime() - 1_000),
    createdUntil: now(),
  })
  const intents = (await Array.fromAsync(pages)).flat()
  return intents.filter(({ metadata }) => own.has(metadata['order'] ?? '')).map(({ id }) => id)
}
