import {
  TITLE_KIND_LABELS,
  INVOICE_STATE_LABELS,
  type InvoiceState,
} from '#contract/invoices/invoice-fields.ts'
import type { Invoice } from '#contract/invoices/invoice-shapes.ts'
import { Money } from '../../ui/display/money.tsx'
import { InvoiceStateTag } from '../../ui/display/invoice-state-tag.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { InvoiceDetails } from './invoice-details.tsx'
import { useEffect, useRef } from 'react'
import { Tabs } from '../../ui/table/tabs.tsx'
import { invoicesHref } from './invoice-query.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'

interface InvoiceRowsProps {
  invoices: readonly Invoice[]
  /** The id of the invoice whose details are shown at first. */
  opened: string | undefined
  onWithdraw: (invoice: Invoice) => void
}

/** One line for each invoice, opened for its orders, title and history. */
export function InvoiceRows({ invoices, opened, onWithdraw }: InvoiceRowsProps) {
  return (
    <>
      <div className="record-head" aria-hidden="true">
        <span>抬头</span>
        <span>发票号码</span>
        <span>金额</span>
      </div>
      {invoices.map((invoice) => {
        const { id, state, kind, name, amount, currency, orders, requestedAt, number } = invoice
        return (
          <details className="record" key={id} open={id === opened}>
            <summary>
              <span className="record-what">
                <strong>{name}</strong> <InvoiceStateTag state={state} />
                <small>
                  <TimeText iso={requestedAt} style="date" /> 申请 · {TITLE_KIND_LABELS[kind]} ·{' '}
                  {orders.length} 笔订单
                </small>
              </span>
              <span className="record-held">{number ?? ''}</span>
              <span className="record-sum">
                <Money amount={amount} currency={currency} />
              </span>
              <Icon name="down" />
            </summary>
            <InvoiceDetails invoice={invoice} onWithdraw={() => onWithdraw(invoice)} />
          </details>
        )
      })}
    </>
  )
}

/** In the order of how often they are needed. */
const STATES: readonly InvoiceState[] = [
  'requested',
  'issued',
  'rejected',
  'reversal_due',
  'reversed',
  'withdrawn',
]

interface InvoiceTabsProps {
  state: InvoiceState | undefined
  /** Number of invoices in the chosen state; undefined while unknown. */
  count: number | undefined
}

/** Filters invoices by state; the filter is kept in the address. */
export function InvoiceTabs({ state, count }: InvoiceTabsProps) {
  const box = useRef<HTMLDivElement>(null)

  // On a phone the chosen tab may lie beyond the edge.
  useEffect(() => {
    const tabs = box.current?.firstElementChild
    const chosen = tabs?.querySelector<HTMLElement>('[aria-current]')
    if (!tabs || !chosen) return
    tabs.scrollLeft = chosen.offsetLeft - (tabs.clientWidth - chosen.offsetWidth) / 2
  }, [state, count])

  return (
    <div className="invoice-tabs" ref={box}>
      <Tabs
        label="按状态筛选"
        tabs={[undefined, ...STATES].map((each) => ({
          to: invoicesHref({ state: each }),
          label: each === undefined ? '全部' : INVOICE_STATE_LABELS[each],
          count: each === state ? count : undefined,
          isCurrent: each === state,
        }))}
      />
    </div>
  )
}

interface NoInvoicesProps {
  state: InvoiceState | undefined
  /** The page number is past the last page. */
  isPastEnd: boolean
}

/** Why the list is empty, with a link on. */
export function NoInvoices({ state, isPastEnd }: NoInvoicesProps) {
  if (isPastEnd)
    return (
      <Empty
        heading="h2"
        title="这一页没有发票"
        action={<ButtonLink to={invoicesHref({ state })}>回到第一页</ButtonLink>}
      >
        发票没有这么多页。
      </Empty>
    )
  if (state !== undefined)
    return (
      <Empty
        heading="h2"
        title={`没有${INVOICE_STATE_LABELS[state]}的发票`}
        action={<ButtonLink to={invoicesHref()}>查看全部发票</ButtonLink>}
      >
        换一个状态看看。
      </Empty>
    )
  return (
    <Empty
      heading="h2"
      title="还没有发票"
      action={<ButtonLink to="/account/orders">查看我的订单</ButtonLink>}
    >
      支付过的订单都可以申请，几笔合开一张也行。
    </Empty>
  )
}
