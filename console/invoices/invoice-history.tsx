import { INVOICE_STATE_LABELS, type InvoiceState } from '#contract/invoices/invoice-fields.ts'
import { DayTime } from '../panel/day-time.tsx'
import { Panel } from '../panel/panel.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'

const KINDS: Readonly<Partial<Record<InvoiceState, 'good' | 'bad' | 'next'>>> = {
  issued: 'good',
  rejected: 'bad',
  reversal_due: 'next',
}

const ACTORS = { user: '用户', operator: '运营者', system: '系统' } as const

/** What happened to the invoice, newest first. */
export function InvoiceHistory({ history }: Pick<InvoiceDetail, 'history'>) {
  return (
    <Panel title="经过" aside={<span className="faint">最新的在上面</span>}>
      <div className="panel-body">
        <ol className="timeline">
          {history
            .toSorted((one, other) => other.at.localeCompare(one.at))
            .map(({ at, state, actor, operator, reason }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- what happened is never changed
              <li key={index} data-kind={KINDS[state]}>
                <span>{state === 'requested' ? '申请' : INVOICE_STATE_LABELS[state]}</span>
                <DayTime iso={at} />
                <small>{[operator ?? ACTORS[actor], reason].filter(Boolean).join(' · ')}</small>
              </li>
            ))}
        </ol>
      </div>
    </Panel>
  )
}
