import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import type { Deps } from '../../deps.ts'
import { countText, moneyText } from '../../lib/money-text.ts'
import { checkOrder, type ExpectedCheck, previewCheck } from '../../recharge/checks/check-order.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import { type Parameter, requiredText } from '../parameters.ts'
import { performAction, recordRefusal } from '../perform-action.ts'
import type { Report } from '../report.ts'
import { intentText, stateChangeText, whyNothingBooked } from '../labels.ts'
import { checkedOrderResult } from './checked-order-result.ts'
import { PROVIDER_MS } from './fetch-intent.ts'
import { requireOrder, orderArgument } from './find-order.ts'

const intentOption: Parameter<string | null> = {
  value: 'pi_…',
  help: '这笔付款的支付意图，控制台的“日结 → 与支付平台核对”与支付平台后台里都有',
  isRequired: false,
  optionalWhen: '订单已有支付意图时',
  label: '支付意图',
  read(given) {
    if (given === undefined || /^pi_\w{1,200}$/.test(given)) return given ?? null
    throw wrongUsage('应以 pi_ 开头')
  },
}

export const recoverOrderCommand = defineCommand({
  name: 'orders recover',
  alias: 'orders 补单',
  summary: '补单：钱已到支付平台，订单却不知道',
  console: { title: '补单', permission: 'credit' },
  notes: [
    '向支付平台查询这笔支付意图，核对它属于这笔订单、金额与货币一致，并在预览里说明查到了什么、会不会入账；确认后走与平常相同的入账。',
    '不会凭空入账：支付平台没有收到钱，订单就不会变成已支付。给用户补偿积分请用 users credit。',
  ],
  arguments: { order: orderArgument },
  options: {
    reason: requiredText('原因', '为什么补单，记入操作记录与订单'),
    intent: intentOption,
  },
  async run(operator, { order: orderRef, reason, intent }) {
    const order = await requireOrder(operator, orderRef)
    const intentId = intent ?? order.paymentIntentId
    if (intentId === null) {
      throw new Refusal(
        `订单 ${order.orderNo} 没有支付意图：请在支付平台后台，或控制台的“日结 → 与支付平台核对”里找到这笔付款，用 --intent pi_… 指明`,
        { code: 'NO_INTENT' },
      )
    }
    const deps = await operator.deps()
    const expected = await expectCheck(deps, order, intentId).catch((error: unknown) =>
      recordRefusal(operator, { subject: order.id, reason, error }),
    )
    const checked = await performAction(operator, {
      subject: order.id,
      reason,
      preview: recoveryPreview(order, expected, reason),
      work: () => checkOrder(deps, { orderId: order.id, intentId }),
      toAuditResult: ({ before, after, intent: found }) => ({
        from: before.state,
        to: after.state,
        intent: found && { id: found.id, status: found.status },
      }),
    })
    return { ...checkedOrderResult(checked), isFinal: checked.after.paidAt !== null }
  },
})

function expectCheck(
  { config, now, payments }: Deps,
  order: OrderRow,
  intentId: string,
): Promise<ExpectedCheck> {
  return previewCheck({ config, now, payments: payments.within(PROVIDER_MS) }, order, intentId)
}

function recoveryPreview(order: OrderRow, expected: ExpectedCheck, reason: string): Report {
  const { intent } = expected
  const refunded = intent.charge?.amountRefunded ?? 0
  return {
    facts: [
      ['订单', `${order.orderNo}，${ORDER_STATE_LABELS[order.state]}`],
      ['订单金额', moneyText(order.amount, order.currency)],
      ['支付意图', `${intent.id}，属于这笔订单`],
      ['支付平台', intentText(intent)],
      ['已退', refunded > 0 ? moneyText(refunded, intent.currency) : null],
    ],
    sentences: [...expectedSentences(order, expected), `原因：${reason}`],
  }
}

/** Without a payment an order may still expire, for example. */
function expectedSentences(
  order: OrderRow,
  { intent, differences, state }: ExpectedCheck,
): string[] {
  const isChanged = state !== order.state
  if (isChanged && state === 'paid') {
    const credit = countText(order.credit + order.bonusCredit)
    return [`将入账：${stateChangeText(order.state, state)}，到账积分 ${credit}`]
  }
  const why = whyNothingBooked(state, intent, differences)
  return [
    `${why}，执行也不会入账`,
    ...(isChanged ? [`订单会更新：${stateChangeText(order.state, state)}`] : []),
  ]
}
