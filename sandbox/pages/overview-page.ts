import { LATE_MS, noFaults, usualFault } from '../faults/plan.ts'
import type { State } from '../storage/state.ts'
import type { Charge, Intent, StoredEvent } from '../storage/tables.ts'
import { cardSection } from './card-list.ts'
import { eventTable } from './event-table.ts'
import { controlPage } from './frame.ts'
import { html, type Html } from './html.ts'
import { intentLabel, methodLabel, formatMoney } from './labels.ts'
import { emptyNote, htmlTable, statusTag, timeElement, withNote } from './parts.ts'

const MOST_SHOWN = 30

/** What the sandbox holds: payments, events with their delivery, and the test cards. */
export function overviewPage(state: State, webhookUrl: string | null): string {
  const intents = state.rows('intents')
  const events = state.rows('events')
  return controlPage(
    state,
    { title: '总览', hasCopy: true },
    html`<div class="intro">
        <h1>每一笔都是演练</h1>
        <p class="soft">
          商城的付款、验证与通知都走到这里，与真实支付平台同一套接口。只接受公开的测试卡号，不会产生真实扣款。
        </p>
      </div>
      ${facts(intents, state.rows('charges'), events, webhookUrl)} ${cardSection()}
      <section class="section" aria-labelledby="intents">
        <div class="section-head">
          <h2 id="intents">付款</h2>
          ${shownOf(intents.length)}
        </div>
        ${
          intents.length === 0
            ? emptyNote('还没有付款。在商城下单并用测试卡支付，就会出现在这里。')
            : intentTable(state, intents.slice(0, MOST_SHOWN))
        }
      </section>
      <section class="section" aria-labelledby="events">
        <div class="section-head">
          <h2 id="events">通知</h2>
          ${shownOf(events.length)}
        </div>
        ${deliveryChoices(state)}
        ${
          events.length === 0
            ? emptyNote('还没有通知。每笔付款的变化都会在此排队送达商城。')
            : eventTable(events.slice(0, MOST_SHOWN))
        }
      </section>`,
  )
}

/** How events reach the shop from now on, so that a tester sees what it does without them. */
function deliveryChoices(state: State): Html {
  const chosen = usualFault(state.get('faults', 'plan') ?? noFaults)
  const choices = [
    ['usual', '照常送达'],
    ['late', `迟到 ${LATE_MS / 1000} 秒`],
    ['drop', '丢失'],
  ] as const
  return html`<form class="choices" method="post" action="/_sandbox/deliveries">
    ${choices.map(
      ([value, text]) =>
        html`<button
          class="chip"
          name="events"
          value="${value}"
          aria-pressed="${String(value === chosen)}"
        >
          ${text}
        </button>`,
    )}
  </form>`
}

function facts(
  intents: Intent[],
  charges: Charge[],
  events: StoredEvent[],
  webhookUrl: string | null,
): Html {
  const paid = intents.filter(({ status }) => status === 'succeeded')
  const received = sums(paid.map(({ currency, amount_received }) => [currency, amount_received]))
  const refunded = sums(charges.map(({ currency, amount_refunded }) => [currency, amount_refunded]))
  const waiting = events.filter(({ nextTryAtMs }) => nextTryAtMs !== undefined).length
  return html`<dl class="facts">
    <div>
      <dt>付款</dt>
      <dd class="number">${intents.length}</dd>
    </div>
    <div>
      <dt>已收金额</dt>
      <dd class="money">${received}</dd>
    </div>
    <div>
      <dt>已退金额</dt>
      <dd class="money">${refunded}</dd>
    </div>
    <div>
      <dt>待送达通知</dt>
      <dd class="number">${waiting}</dd>
    </div>
    <div>
      <dt>通知地址</dt>
      <dd class="small">${webhookUrl ?? '未配置，通知只记录不发送'}</dd>
    </div>
  </dl>`
}

/** By currency, without those of which there is nothing. */
function sums(amounts: [currency: string, amount: number][]): string {
  const totals = new Map<string, number>()
  for (const [currency, amount] of amounts) {
    totals.set(currency, (totals.get(currency) ?? 0) + amount)
  }
  const shown = [...totals].filter(([, total]) => total > 0)
  return shown.map(([currency, total]) => formatMoney(total, currency)).join(' · ') || '—'
}

function intentTable(state: State, intents: Intent[]): Html {
  return htmlTable(
    '付款',
    [
      {
        name: '金额',
        place: 'lead',
        isMoney: true,
        cell: ({ id, amount, currency }) =>
          html`<a href="/payments/${id}">${formatMoney(amount, currency)}</a>`,
      },
      {
        name: '状态',
        place: 'state',
        cell: (intent) => withNote(statusTag(intentLabel(intent)), aftermath(state, intent)),
      },
      {
        name: '订单',
        cell: ({ metadata, description }) => withNote(metadata['order'] ?? '—', description),
      },
      {
        name: '付款方式',
        cell: (intent) => {
          const error = intent.last_payment_error
          const why = error?.decline_code ?? error?.code
          return withNote(methodOf(state, intent), why ? html`<code>${why}</code>` : null)
        },
      },
      { name: '付款单', cell: ({ id }) => html`<code>${id}</code>` },
      { name: '时间', cell: ({ created }) => timeElement(created * 1000) },
    ],
    intents,
  )
}

/** What came after a payment that succeeded. */
function aftermath(state: State, { latest_charge }: Intent): string | null {
  const charge = state.get('charges', latest_charge ?? '')
  if (charge === undefined) return null
  const refunded = charge.amount_refunded
  return [
    refunded === 0
      ? ''
      : charge.refunded
        ? '已全额退款'
        : `已退 ${formatMoney(refunded, charge.currency)}`,
    charge.disputed ? '有争议' : '',
  ]
    .filter(Boolean)
    .join('，')
}

function methodOf(state: State, intent: Intent): string {
  const id = intent.payment_method ?? intent.last_payment_error?.payment_method?.id
  const stored = typeof id === 'string' ? state.get('paymentMethods', id) : undefined
  return stored === undefined ? '—' : methodLabel(stored.method)
}

function shownOf(total: number): Html | null {
  if (total <= MOST_SHOWN) return null
  return html`<p class="faint">最近 ${MOST_SHOWN} 条，共 ${total} 条</p>`
}
