import { disputeReasons, isDisputeOpen, isInquiry } from '../payments/disputes.ts'
import { intentIdOf } from '../payments/events.ts'
import type { State } from '../storage/state.ts'
import type { Charge, Dispute, Intent, Refund } from '../storage/tables.ts'
import { eventTable } from './event-table.ts'
import { controlPage } from './frame.ts'
import { html, type Html } from './html.ts'
import {
  disputeReasonLabel,
  disputeLabel,
  intentLabel,
  methodLabel,
  formatMoney,
  formatPlainAmount,
  refundLabel,
} from './labels.ts'
import { definitionList, emptyNote, htmlTable, statusTag, timeElement, withNote } from './parts.ts'

/** One payment with all that followed, and what the provider's dashboard can do about it. */
export function paymentPage(state: State, intent: Intent): string {
  const charge = state.get('charges', intent.latest_charge ?? '')
  const refunds = state.rows('refunds').filter((each) => each.payment_intent === intent.id)
  const disputes = state.rows('disputes').filter((each) => each.payment_intent === intent.id)
  const events = state.rows('events').filter(({ event }) => intentIdOf(event) === intent.id)
  return controlPage(
    state,
    { title: '付款' },
    html`<div class="intro">
        <p class="soft"><a href="/">总览</a> / 付款</p>
        <h1 class="with-tag">
          <span class="money">${formatMoney(intent.amount, intent.currency)}</span>
          ${statusTag(intentLabel(intent))}
        </h1>
      </div>
      ${details(state, intent, charge)}
      ${charge?.status === 'succeeded' ? actions(intent, charge) : null}
      ${section('refunds', '退款', refunds.length > 0 ? refundTable(refunds) : emptyNote('没有退款。'))}
      ${section('disputes', '争议', disputes.length > 0 ? disputeTable(disputes) : emptyNote('没有争议。'))}
      ${section('events', '通知', eventTable(events))}`,
  )
}

function section(id: string, name: string, body: Html): Html {
  return html`<section class="section" aria-labelledby="${id}">
    <h2 id="${id}">${name}</h2>
    ${body}
  </section>`
}

function details(state: State, intent: Intent, charge: Charge | undefined): Html {
  const stored = state.get('paymentMethods', charge?.payment_method ?? intent.payment_method ?? '')
  const error = intent.last_payment_error
  return definitionList([
    ['订单号', intent.description],
    ['订单 ID', intent.metadata['order']],
    ['付款方式', stored && methodLabel(stored.method)],
    ['未成功原因', error?.decline_code ?? error?.code],
    ['付款单', intent.id],
    ['扣款单', charge?.id],
    [
      '已退款',
      charge && charge.amount_refunded > 0
        ? formatMoney(charge.amount_refunded, charge.currency)
        : null,
    ],
  ])
}

const refundReasons: [string, string][] = [
  ['requested_by_customer', '买家要求'],
  ['duplicate', '重复付款'],
  ['fraudulent', '盗刷'],
]

function actions({ id }: Intent, charge: Charge): Html | null {
  const left = charge.amount - charge.amount_refunded
  if (left === 0) return null
  const { currency } = charge
  const amount = html`<label class="field">
    <span>金额（${currency.toUpperCase()}）</span>
    <input name="money" inputmode="decimal" value="${formatPlainAmount(left, currency)}" required />
  </label>`
  const canDispute = charge.payment_method_details?.type === 'card'
  return html`<div class="tools">
    <form class="card tool" method="post" action="/_sandbox/payments/${id}/refund">
      <h2>退款</h2>
      <p class="soft">如同在支付平台后台退款，商城会收到通知。</p>
      ${amount} ${select('reason', '原因', refundReasons)}
      <button class="button" data-kind="primary">退款</button>
    </form>
    ${
      canDispute
        ? html`<form class="card tool" method="post" action="/_sandbox/payments/${id}/dispute">
            <h2>争议</h2>
            <p class="soft">持卡人向发卡行提出异议，钱款随即被扣回；银行查询除外。</p>
            ${amount}
            ${select(
              'reason',
              '理由',
              disputeReasons.map((reason) => [reason, disputeReasonLabel(reason)]),
            )}
            <button class="button" data-kind="secondary">提出争议</button>
          </form>`
        : null
    }
  </div>`
}

function select(name: string, label: string, options: [value: string, text: string][]): Html {
  return html`<label class="field">
    <span>${label}</span>
    <select name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select>
  </label>`
}

function refundTable(refunds: Refund[]): Html {
  return htmlTable(
    '退款',
    [
      {
        name: '金额',
        place: 'lead',
        isMoney: true,
        cell: ({ amount, currency }) => formatMoney(amount, currency),
      },
      { name: '状态', place: 'state', cell: (refund) => statusTag(refundLabel(refund)) },
      {
        name: '原因',
        cell: ({ reason, failure_reason }) =>
          withNote(
            refundReasons.find(([value]) => value === reason)?.[1] ?? '—',
            failure_reason && html`<code>${failure_reason}</code>`,
          ),
      },
      { name: '退款单', cell: ({ id }) => html`<code>${id}</code>` },
      { name: '时间', cell: ({ created }) => timeElement(created * 1000) },
    ],
    refunds,
  )
}

function disputeTable(disputes: Dispute[]): Html {
  return htmlTable(
    '争议',
    [
      {
        name: '金额',
        place: 'lead',
        isMoney: true,
        cell: ({ amount, currency }) => formatMoney(amount, currency),
      },
      { name: '状态', place: 'state', cell: (dispute) => statusTag(disputeLabel(dispute)) },
      { name: '理由', cell: ({ reason }) => disputeReasonLabel(reason) },
      { name: '争议单', cell: ({ id }) => html`<code>${id}</code>` },
      {
        name: '回应期限',
        cell: (dispute) =>
          isDisputeOpen(dispute) ? timeElement((dispute.evidence_details.due_by ?? 0) * 1000) : '—',
      },
      { name: '裁决', place: 'action', cell: (dispute) => decisions(dispute) },
    ],
    disputes,
  )
}

function decisions(dispute: Dispute): Html | string {
  if (!isDisputeOpen(dispute)) return '—'
  const choices = isInquiry(dispute)
    ? [
        ['win', '关闭查询'],
        ['escalate', '升级为拒付'],
      ]
    : [
        ['win', '判商家胜'],
        ['lose', '判商家败'],
      ]
  return html`<form class="choices" method="post">
    ${choices.map(
      ([how, text]) =>
        html`<button class="chip" formaction="/_sandbox/disputes/${dispute.id}/${how ?? ''}">
          ${text ?? ''}
        </button>`,
    )}
  </form>`
}
