import type Stripe from 'stripe'
import { cardGroups, type TestCard } from '../payments/cards/test-card.ts'
import { testCards } from '../payments/test-cards.ts'
import type { State } from '../storage/state.ts'
import type { Intent, StoredEvent } from '../storage/tables.ts'
import { html, type Html } from './html.ts'
import { brand, layout } from './layout.ts'
import {
  cardNumber,
  deliveryState,
  intentState,
  methodName,
  money,
  time,
  type Word,
} from './words.ts'

const MOST_SHOWN = 30

/** What the sandbox holds: payments, events with their delivery, and the test cards. */
export function overviewPage(state: State, webhookUrl: string | null): string {
  const intents = state.rows('intents')
  const events = state.rows('events')
  return layout(
    '总览',
    html`<div class="wrap">
      <header class="top">
        <div class="with-tag">${brand}</div>
        <a class="refresh" href="/">刷新</a>
      </header>
      <main class="page">
        <div class="intro">
          <h1>每一笔都是演练</h1>
          <p class="soft">
            商城的付款、验证与通知都走到这里，与真实支付平台同一套接口。只接受公开的测试卡号，不会产生真实扣款。
          </p>
        </div>
        ${facts(intents, events, webhookUrl)}
        <section class="section" aria-labelledby="cards">
          <div class="section-head">
            <h2 id="cards">测试卡</h2>
            <p class="faint">
              点卡号即可复制。有效期填任意未来月份，安全码填任意 3 位数字（美国运通 4 位）。
            </p>
          </div>
          ${cardList(testCards.filter(({ isCommon }) => isCommon))}
          <div class="groups">${cardGroups.map(cardGroup)}</div>
        </section>
        <section class="section" aria-labelledby="intents">
          <div class="section-head">
            <h2 id="intents">付款</h2>
            ${shownOf(intents.length)}
          </div>
          ${intents.length === 0 ? empty('还没有付款。在商城下单并用测试卡支付，就会出现在这里。') : intentTable(state, intents)}
        </section>
        <section class="section" aria-labelledby="events">
          <div class="section-head">
            <h2 id="events">通知</h2>
            ${shownOf(events.length)}
          </div>
          ${events.length === 0 ? empty('还没有通知。每笔付款的变化都会在此排队送达商城。') : eventTable(events)}
        </section>
        <p id="said" class="unseen" role="status"></p>
      </main>
    </div>`,
    { hasCopy: true },
  )
}

function facts(intents: Intent[], events: StoredEvent[], webhookUrl: string | null): Html {
  const received = new Map<string, number>()
  for (const { status, currency, amount_received } of intents) {
    if (status !== 'succeeded') continue
    received.set(currency, (received.get(currency) ?? 0) + amount_received)
  }
  const sums = [...received].map(([currency, amount]) => money(amount, currency)).join(' · ')
  const waiting = events.filter(({ nextTryAtMs }) => nextTryAtMs !== undefined).length
  return html`<dl class="facts">
    <div>
      <dt>付款</dt>
      <dd class="number">${intents.length}</dd>
    </div>
    <div>
      <dt>已收金额</dt>
      <dd class="money">${sums || '—'}</dd>
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

function intentTable(state: State, intents: Intent[]): Html {
  return html`<div class="table-box">
    <table>
      <thead>
        <tr>
          <th>金额</th>
          <th>状态</th>
          <th>订单</th>
          <th>付款方式</th>
          <th>付款单</th>
          <th>时间</th>
        </tr>
      </thead>
      <tbody>
        ${intents.slice(0, MOST_SHOWN).map((intent) => {
          const { id, amount, currency, created, metadata, description, last_payment_error } =
            intent
          const why = last_payment_error?.decline_code ?? last_payment_error?.code
          return html`<tr>
            <td class="money" data-place="lead">${money(amount, currency)}</td>
            <td data-place="state">${tag(intentState(intent))}</td>
            <td data-label="订单">
              <div>
                ${metadata['order'] ?? '—'}${description ? html`<span class="faint">${description}</span>` : null}
              </div>
            </td>
            <td data-label="付款方式">
              <div>
                ${methodOf(state, intent)}${why === undefined ? null : html`<span class="faint code">${why}</span>`}
              </div>
            </td>
            <td data-label="付款单"><code>${id}</code></td>
            <td data-label="时间">${clock(created * 1000)}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
}

function eventTable(events: StoredEvent[]): Html {
  return html`<div class="table-box">
    <table>
      <thead>
        <tr>
          <th>通知</th>
          <th>送达</th>
          <th>对象</th>
          <th>次数</th>
          <th>最近一次</th>
          <th>时间</th>
        </tr>
      </thead>
      <tbody>
        ${events.slice(0, MOST_SHOWN).map((stored) => {
          const { event, tries, lastOutcome, nextTryAtMs } = stored
          return html`<tr>
            <td data-place="lead"><code>${event.type}</code></td>
            <td data-place="state">${tag(deliveryState(stored))}</td>
            <td data-label="对象"><code>${subjectOf(event)}</code></td>
            <td data-label="次数" class="number">${tries}</td>
            <td data-label="最近一次">
              <div>
                ${outcomeWord(lastOutcome)}${tries > 0 && nextTryAtMs !== undefined ? html`<span class="faint">下次 ${clock(nextTryAtMs)}</span>` : null}
              </div>
            </td>
            <td data-label="时间">${clock(event.created * 1000)}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
}

function cardGroup(group: TestCard['group']): Html {
  const cards = testCards.filter((card) => card.group === group)
  return html`<details>
    <summary>${group}的全部卡号<span class="faint">${cards.length} 张</span></summary>
    ${cardList(cards)}
  </details>`
}

function cardList(cards: TestCard[]): Html {
  return html`<ul class="cards">
    ${cards.map(
      ({ number, note }) =>
        html`<li>
          <button
            class="copy"
            type="button"
            data-number="${number}"
            aria-label="复制卡号 ${cardNumber(number)}"
          >
            ${cardNumber(number)}
          </button>
          <span>${note}</span>
        </li>`,
    )}
  </ul>`
}

function methodOf(state: State, intent: Intent): string {
  const id = intent.payment_method ?? intent.last_payment_error?.payment_method?.id
  const stored = typeof id === 'string' ? state.get('paymentMethods', id) : undefined
  return stored === undefined ? '—' : methodName(stored.method)
}

function subjectOf({ data: { object } }: Stripe.EventBase): string {
  return 'id' in object ? String(object.id) : '—'
}

function outcomeWord(outcome: string | undefined): string {
  if (outcome === undefined) return '—'
  if (outcome === 'timeout') return '超时'
  return outcome === 'unreachable' ? '无法连接' : `HTTP ${outcome}`
}

function clock(ms: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${time(ms)}</time>`
}

function tag({ text, tone }: Word): Html {
  return html`<span class="tag" data-tone="${tone}">${text}</span>`
}

function shownOf(total: number): Html | null {
  if (total <= MOST_SHOWN) return null
  return html`<p class="faint">最近 ${MOST_SHOWN} 条，共 ${total} 条</p>`
}

function empty(text: string): Html {
  return html`<p class="empty">${text}</p>`
}
