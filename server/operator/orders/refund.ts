import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { changeText, countText, minorUnits, moneyText } from '../../lib/money-text.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import { REFUND_LABELS } from '../../recharge/orders/order-labels.ts'
import { type ExpectedClawback, previewClawback } from '../../recharge/refunds/preview-clawback.ts'
import { offerRefund, refundOrder, type RefundOffer } from '../../recharge/refunds/refund-order.ts'
import { POLICY_RULE_LABELS, REFUND_DAYS } from '../../recharge/refunds/refund-policy.ts'
import { type DisputeRow, listDisputesOf } from '../../recharge/refunds/disputes.store.ts'
import type { RefundRow } from '../../recharge/refunds/refunds.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import { optionalText } from '../parameters.ts'
import { performAction, recordRefusal } from '../perform-action.ts'
import { joinSections, type Report, reportText } from '../report.ts'
import { requireOrder, orderArgument } from './find-order.ts'

export const refundCommand = defineCommand({
  name: 'orders refund',
  summary: '退款：默认按公布的退款规则计算，扣回相应的积分',
  console: { title: '退款', permission: 'refund' },
  notes: [
    `不写 --amount 时，退公布的退款规则所承诺的：付款后 ${REFUND_DAYS} 天内，实付 × 未用的积分 ÷ 到账的积分；先列出实付、到账、已用、未用与应退，再请您确认。`,
    '退得比规则多或少（例如重复付款、超过期限），写 --amount 与 --reason。',
    '钱原路退回买家；扣回的积分与退款占售价的比例相同，已经花掉的部分会使余额变为负数。',
    '支付平台没有答复时再做一次，不会退两次；确实要以同样的金额再退一笔，写不同的 --reason。',
  ],
  arguments: { order: orderArgument },
  options: {
    amount: optionalText('金额', '退多少，例如 19.90；不写则按规则计算'),
    reason: optionalText(
      '原因',
      '为什么退款，记入操作记录，买家在订单里也看得到；与规则不同时必填',
    ),
  },
  async run(operator, { order: orderRef, reason: given, amount: wanted }) {
    const found = await requireOrder(operator, orderRef)
    const written = amountOf(found, wanted)
    const deps = await operator.deps()
    const subject = found.id
    const offer = await offerRefund(deps, { orderId: subject, actor: 'operator' }).catch(
      (error: unknown) => recordRefusal(operator, { subject, reason: given, error }),
    )
    const { order } = offer
    const { amount, reason, isByPolicy } = decide(offer, { amount: written, reason: given })
    const money = (sum: number) => moneyText(sum, order.currency)
    const shown = offerFacts(offer)
    const { refunds } = offer
    const clawback = await previewClawback(deps.sql, order, { amount, refunds, at: deps.now() })
    const disputes = await listDisputesOf(deps.sql, order.id)
    const {
      order: after,
      refund: made,
      creditTakenBack,
    } = await performAction(operator, {
      subject,
      reason,
      preview: {
        facts: shown,
        sentences: [
          `将退款 ${money(amount)}`,
          ...disputeSentences(disputes, money),
          ...clawbackSentences(clawback, offer.policy),
          `原因（买家可见）：${reason}`,
        ],
      },
      weight: { kind: 'refund', amount },
      work: () =>
        refundOrder(deps, {
          orderId: order.id,
          amount,
          isByPolicy,
          seen: offer,
          reason,
          actor: 'operator',
        }),
      toAuditResult: ({ refund: kept }) => ({ refund: kept, policy: offer.policy }),
    })
    const report: Report = {
      facts: [
        ['订单', after.orderNo],
        ['退款', `${money(made.amount)}，${REFUND_LABELS[made.status] ?? made.status}`],
        ['编号', made.id],
        ['扣回积分', countText(creditTakenBack)],
        ['现在', `${ORDER_STATE_LABELS[after.state]}，共退 ${money(after.refundedAmount)}`],
      ],
    }
    return {
      data: {
        orderId: after.id,
        orderNo: after.orderNo,
        state: after.state,
        refundedAmount: after.refundedAmount,
        policy: offer.policy,
        refund: made,
        creditTakenBack,
      },
      ...(after.state === 'refunded' && { isFinal: true }),
      report,
      // at a terminal that asked for no confirmation, what it was reckoned from was not seen before
      text: joinSections(reportText({ facts: shown }), reportText(report)),
    }
  },
})

/** The policy's calculation, shown before the confirmation. */
function offerFacts({ order, policy }: RefundOffer): [string, string | null][] {
  const money = (sum: number) => moneyText(sum, order.currency)
  const { rule, granted, gone } = policy
  return [
    ['订单', order.orderNo],
    ['实付', money(policy.received)],
    ['已退', policy.refunded > 0 ? money(policy.refunded) : null],
    ['到账积分', countText(granted)],
    ['已用', rule === 'no credit came' ? null : countText(policy.used)],
    ['未用', rule === 'no credit came' ? null : countText(policy.left)],
    // the rest is held for a task or has ended
    ['其中可退', policy.refundable < policy.left ? countText(policy.refundable) : null],
    ['已扣回、冻结或到期', gone > 0 ? countText(gone) : null],
    ['按规则应退', `${money(policy.amount)}（${POLICY_RULE_LABELS[rule]}）`],
  ]
}

/** What a dispute means for a refund: the provider refuses one of money that the bank has taken back. */
function disputeSentences(
  disputes: readonly DisputeRow[],
  money: (sum: number) => string,
): string[] {
  const sumOf = (status: DisputeRow['status']) =>
    disputes.reduce((sum, each) => (each.status === status ? sum + each.amount : sum), 0)
  const [open, lost] = [sumOf('open'), sumOf('lost')]
  return [
    ...(open > 0
      ? [
          `这笔付款有 ${money(open)} 的争议还没有结果：银行已经扣走争议款的，支付平台会拒绝退款；银行只在询问、没有扣款的，可以退`,
        ]
      : []),
    ...(lost > 0
      ? [`这笔付款有 ${money(lost)} 的争议已败诉，银行已经退给持卡人：支付平台会拒绝退款`]
      : []),
  ]
}

/** What happens to the buyer's credit. */
function clawbackSentences(
  { amount, fromOthers, debt, balance, balanceAfter }: ExpectedClawback,
  { granted }: RefundOffer['policy'],
): string[] {
  if (granted === 0) return ['没有积分到账，不扣回积分']
  if (amount === 0) return ['积分已经扣回或到期，不再扣回']
  const change = `用户的余额 ${signedText(balance)} → ${signedText(balanceAfter)}`
  return [
    `将扣回积分 ${countText(amount)}，${change}`,
    ...(fromOthers > 0
      ? [`这笔订单的积分不够扣，其中 ${countText(fromOthers)} 从用户的其他积分里扣`]
      : []),
    ...(debt > 0 ? [`其中 ${countText(debt)} 已经花掉，记为欠额，由用户以后得到的积分抵扣`] : []),
  ]
}

function signedText(balance: number): string {
  return balance < 0 ? changeText(balance) : countText(balance)
}

interface Decision {
  amount: number
  reason: string
  isByPolicy: boolean
}

/** Decides amount and reason: those of the policy, or the operator's own. */
function decide(
  { order, policy, refunds, open }: RefundOffer,
  { amount, reason }: { amount: number | null; reason: string | null },
): Decision {
  if (open && (amount ?? open.amount) === open.amount) {
    return { amount: open.amount, reason: reason ?? open.reason ?? '', isByPolicy: false }
  }
  const made = refunds.find((refund) => isMade(refund) && isAlike(refund, { amount, reason }))
  if (made) {
    throw new Refusal(
      `同样金额、同样原因的退款已经有一笔（${made.providerId ?? made.id}）：没有再退款；确实要再退一笔，请写不同的 --reason`,
      { code: 'ORDER_STATE' },
    )
  }
  const promised = policy.amount
  if (amount !== null && amount !== promised) {
    if (reason !== null) return { amount, reason, isByPolicy: false }
    const rule = moneyText(promised, order.currency)
    throw wrongUsage(`按规则应退 ${rule}，退得比它多或少时 --reason 必须填写`)
  }
  if (promised === 0) {
    throw new Refusal(
      `按退款规则没有可退的（${POLICY_RULE_LABELS[policy.rule]}），未用 ${countText(policy.left)}：仍要退款请写 --amount 与 --reason`,
      { code: 'POLICY' },
    )
  }
  const usual =
    policy.rule === 'no credit came' ? '款项没有入账，全额退回' : '按退款规则退还未用的部分'
  return { amount: promised, reason: reason ?? usual, isByPolicy: true }
}

function isMade({ status }: RefundRow): boolean {
  return status === 'pending' || status === 'succeeded'
}

/** Whether a refund came of the same command. */
function isAlike(refund: RefundRow, asked: { amount: number | null; reason: string | null }) {
  return refund.amount === asked.amount && refund.reason === asked.reason
}

/** The requested amount in minor units; null = the policy's. Refuses invalid requests before the provider is called. */
function amountOf(order: OrderRow, wanted: string | null): number | null {
  const { orderNo, state, currency } = order
  if (order.paidAt === null && state !== 'exception') {
    throw new Refusal(`订单 ${orderNo} 的状态是${ORDER_STATE_LABELS[state]}，没有可以退的款项`, {
      code: 'ORDER_STATE',
    })
  }
  if (wanted === null) return null
  const amount = minorUnits(wanted, currency)
  if (amount === null) throw wrongUsage(`--amount 应为金额，例如 19.90：${wanted}`)
  return amount
}
