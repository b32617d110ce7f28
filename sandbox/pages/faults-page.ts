import { endpoints } from '../api/endpoints.ts'
import { operationOf } from '../faults/operation.ts'
import { callFaults, DELAY_MS, noFaults, webhookFaults, type FaultRule } from '../faults/plan.ts'
import type { State } from '../storage/state.ts'
import { controlPage } from './frame.ts'
import { html, type Html } from './html.ts'
import { emptyNote } from './badges.ts'
import { htmlTable } from './table.ts'
import { formatDuration, faultLabel, formatLongTime } from './labels.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const operations = endpoints.map(({ method, path }) => operationOf(method, path))

const events = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
]

/** The switches: what goes wrong with calls and with events, and what time it is. */
export function faultsPage(state: State): string {
  const { seed, calls, webhooks } = state.get('faults', 'plan') ?? noFaults
  return controlPage(
    state,
    { title: '故障与时钟', path: '/faults' },
    html`<div class="intro">
        <h1>故障与时钟</h1>
        <p class="soft">
          按比例让接口与通知出错，看商城能否不丢钱、不重复入账。同一种子，同样的次序，同样的故障。
        </p>
      </div>
      ${clockSection(state)}
      ${ruleSection('calls', '接口故障', '商城或浏览器调用接口时发生。', calls, callFaults, operations)}
      ${ruleSection('webhooks', '通知故障', '向商城送达通知时发生。', webhooks, webhookFaults, events)}
      ${countSection(state, seed)}`,
  )
}

function clockSection(state: State): Html {
  const offset = state.get('clock', 'offset')?.offsetMs ?? 0
  return html`<section class="section" aria-labelledby="clock">
    <h2 id="clock">时钟</h2>
    <div class="card tool">
      <p>沙箱时间 <b>${formatLongTime(state.now())}</b>${offsetWord(offset)}</p>
      <form class="choices" method="post" action="/_sandbox/clock">
        ${chip('offset_ms', 10 * MINUTE_MS, '拨快 10 分钟')}
        ${chip('offset_ms', -10 * MINUTE_MS, '拨慢 10 分钟')} ${chip('offset_ms', 0, '与本机对齐')}
      </form>
      <p class="faint">拨动只改读数，正在等待的事照旧等那么久。</p>
      <form class="choices" method="post" action="/_sandbox/clock">
        ${chip('advance_ms', 30 * MINUTE_MS, '过 30 分钟')}
        ${chip('advance_ms', 60 * MINUTE_MS, '过 1 小时')} ${chip('advance_ms', DAY_MS, '过 1 天')}
        ${chip('advance_ms', 9 * DAY_MS, '过 9 天')}
      </form>
      <p class="faint">让时间过去，其间到期的事随即发生：二维码过期、争议逾期、通知重试。</p>
    </div>
  </section>`
}

function offsetWord(offset: number): string {
  if (offset === 0) return '，与本机一致。'
  return `，比本机${offset > 0 ? '快' : '慢'} ${formatDuration(Math.abs(offset))}。`
}

function chip(name: string, value: number, text: string): Html {
  return html`<button class="chip" name="${name}" value="${value}">${text}</button>`
}

function ruleSection(
  list: 'calls' | 'webhooks',
  name: string,
  lead: string,
  rules: FaultRule[],
  faults: readonly string[],
  suggestions: string[],
): Html {
  const shown = rules.map((rule, place) => ({ ...rule, place }))
  return html`<section class="section" aria-labelledby="${list}">
    <div class="section-head">
      <h2 id="${list}">${name}</h2>
      <p class="faint">${lead}排在前面的先判定。</p>
    </div>
    ${rules.length === 0 ? emptyNote('没有打开的故障。') : ruleTable(list, name, shown)}
    <form class="card line" method="post" action="/_sandbox/faults/${list}">
      <label class="field">
        <span>${list === 'calls' ? '操作' : '通知'}</span>
        <input name="on" value="*" list="${list}-names" required />
        <datalist id="${list}-names">
          ${suggestions.map((each) => html`<option value="${each}"></option>`)}
        </datalist>
      </label>
      <label class="field">
        <span>故障</span>
        <select name="fault">
          ${faults.map((fault) => html`<option value="${fault}">${faultLabel(list, fault)}</option>`)}
        </select>
      </label>
      <label class="field">
        <span>比例 %</span>
        <input name="percent" inputmode="decimal" value="10" required />
      </label>
      <label class="field">
        <span>延迟毫秒</span>
        <input name="delay_ms" inputmode="numeric" value="${DELAY_MS}" required />
      </label>
      <button class="button" data-kind="secondary">打开</button>
    </form>
  </section>`
}

function ruleTable(
  list: 'calls' | 'webhooks',
  name: string,
  rules: (FaultRule & { place: number })[],
): Html {
  return htmlTable(
    name,
    [
      {
        name: list === 'calls' ? '操作' : '通知',
        place: 'lead',
        cell: ({ on }) => html`<code>${on}</code>`,
      },
      { name: '故障', cell: ({ fault }) => faultLabel(list, fault) },
      { name: '比例', cell: ({ percent }) => `${percent}%` },
      {
        name: '延迟',
        cell: ({ fault, delayMs }) =>
          ['delay', 'late', 'reorder'].includes(fault) ? `${delayMs} 毫秒` : '—',
      },
      {
        name: '开关',
        place: 'action',
        cell: ({ place }) =>
          html`<form class="choices" method="post">
            <button class="chip" formaction="/_sandbox/faults/${list}/${place}/remove">关闭</button>
          </form>`,
      },
    ],
    rules,
  )
}

function countSection(state: State, seed: number): Html {
  const counts = state.rows('faultCounts')
  return html`<section class="section" aria-labelledby="counts">
    <div class="section-head">
      <h2 id="counts">已发生</h2>
      <p class="faint">自上次清空起，遇到的次数与其中出的错。</p>
    </div>
    ${
      counts.length === 0
        ? emptyNote('打开故障后，这里按操作计数。')
        : htmlTable(
            '已发生',
            [
              { name: '操作', place: 'lead', cell: ({ name }) => html`<code>${name}</code>` },
              { name: '次数', cell: ({ met }) => met },
              {
                name: '故障',
                cell: ({ list, done }) =>
                  Object.entries(done)
                    .map(([fault, times]) => `${faultLabel(list, fault)} ${times}`)
                    .join('，') || '—',
              },
            ],
            counts,
          )
    }
    <form class="card line" method="post" action="/_sandbox/faults">
      <label class="field">
        <span>种子</span>
        <input name="seed" inputmode="numeric" value="${seed}" required />
      </label>
      <button class="button" data-kind="secondary">全部关闭并清空计数</button>
    </form>
  </section>`
}
