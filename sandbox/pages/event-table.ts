import type Stripe from 'stripe'
import type { StoredEvent } from '../storage/tables.ts'
import { html, type Html } from './html.ts'
import { htmlTable, statusTag, timeElement, withNote } from './parts.ts'
import { deliveryLabel } from './labels.ts'

/** Events with how far their delivery has come. */
export function eventTable(events: StoredEvent[]): Html {
  return htmlTable(
    '通知',
    [
      { name: '通知', place: 'lead', cell: ({ event }) => html`<code>${event.type}</code>` },
      { name: '送达', place: 'state', cell: (stored) => statusTag(deliveryLabel(stored)) },
      { name: '对象', cell: ({ event }) => html`<code>${subjectOf(event)}</code>` },
      { name: '次数', cell: ({ tries }) => tries },
      {
        name: '最近一次',
        cell: ({ tries, lastOutcome, nextTryAtMs }) =>
          withNote(
            outcomeWord(lastOutcome),
            tries > 0 && nextTryAtMs !== undefined ? html`下次 ${timeElement(nextTryAtMs)}` : null,
          ),
      },
      { name: '时间', cell: ({ event }) => timeElement(event.created * 1000) },
    ],
    events,
  )
}

function subjectOf({ data: { object } }: Stripe.EventBase): string {
  return 'id' in object ? String(object.id) : '—'
}

const outcomes: Record<string, string> = {
  timeout: '超时',
  unreachable: '无法连接',
  dropped: '按设定丢失',
}

function outcomeWord(outcome: string | undefined): string {
  if (outcome === undefined) return '—'
  return outcomes[outcome] ?? `HTTP ${outcome}`
}
