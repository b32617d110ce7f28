import { readConsoleInvoice } from '#contract/console/invoices.ts'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { DetailPage } from '../list/detail-page.tsx'
import { InvoiceFiles } from './invoice-files.tsx'
import { InvoiceHead } from './invoice-head.tsx'
import { InvoiceOrders } from './invoice-orders.tsx'
import { useWaitingInvoices } from './waiting-invoices.tsx'
import {
  INVOICE_STATE_LABELS,
  type InvoiceState,
  TITLE_KIND_LABELS,
} from '#contract/invoices/invoice-fields.ts'
import { DayTime } from '../panel/cells.tsx'
import { Facts, Panel } from '../panel/panel.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'
import { moneyParts } from '#web/lib/format/money.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'

/** One invoice, which the address names. */
export function InvoicePage() {
  const { invoice = '' } = useQuery()
  return <OneInvoice key={invoice} invoiceRef={invoice} />
}

function OneInvoice({ invoiceRef }: { invoiceRef: string }) {
  const waiting = useWaitingInvoices()
  const load = useLoad('invoice', (signal) =>
    callConsole(readConsoleInvoice, { invoice: invoiceRef }, { signal, isQuiet: true }),
  )
  const actions = useActionDialog(() => {
    load.reload()
    waiting.reload()
  })
  useTitle(`发票 ${load.data?.name ?? invoiceRef}`)
  return (
    <DetailPage
      path="/invoices"
      label="发票"
      load={load}
      reference={invoiceRef}
      isMissing={[400, 404].includes(load.error?.status ?? 0)}
      words={{ none: '没有这张发票', unnamed: '发票编号' }}
      dialog={actions.dialog}
    >
      {(invoice) => (
        <>
          <InvoiceHead invoice={invoice} actions={actions} />
          <div className="columns">
            <div>
              <InvoiceTitlePanel invoice={invoice} />
              <InvoiceOrders invoice={invoice} />
            </div>
            <div>
              <InvoiceHistory history={invoice.history} />
              <InvoiceFiles invoice={invoice} />
            </div>
          </div>
        </>
      )}
    </DetailPage>
  )
}

const KINDS: Readonly<Partial<Record<InvoiceState, 'good' | 'bad' | 'next'>>> = {
  issued: 'good',
  rejected: 'bad',
  reversal_due: 'next',
}

const ACTORS = { user: '用户', operator: '运营者', system: '系统' } as const

/** What happened to the invoice, newest first. */
function InvoiceHistory({ history }: Pick<InvoiceDetail, 'history'>) {
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

/** What is typed into the tax system, each value with a button that copies it. */
function InvoiceTitlePanel({ invoice }: { invoice: InvoiceDetail }) {
  const { kind, name, taxNumber, email, amount, currency, number, reversalNumber } = invoice
  return (
    <Panel title="开票信息" aside={<span className="faint">点一下复制</span>}>
      <div className="panel-body">
        <Facts
          rows={[
            ['类型', TITLE_KIND_LABELS[kind]],
            ['抬头', <CopyButton key="name" text={name} what="抬头" />],
            ['税号', copyable(taxNumber, '税号')],
            [
              '金额',
              // without the sign, as the field of the tax system takes it
              <CopyButton
                key="sum"
                text={moneyParts(amount, currency).number.replaceAll(',', '')}
                what="金额"
              />,
            ],
            ['接收邮箱', <CopyButton key="email" text={email} what="接收邮箱" />],
            ['发票号码', copyable(number, '发票号码')],
            ['红字发票号码', copyable(reversalNumber, '红字发票号码')],
          ]}
        />
      </div>
    </Panel>
  )
}

function copyable(text: string | null, what: string) {
  return text === null ? null : <CopyButton key={what} text={text} what={what} />
}
