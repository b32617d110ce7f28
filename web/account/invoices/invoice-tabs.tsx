import { useEffect, useRef } from 'react'
import { INVOICE_STATE_LABELS, type InvoiceState } from '#contract/invoices/invoice-fields.ts'
import { Tabs } from '../../ui/table/tabs.tsx'
import { invoicesHref } from './invoice-query.ts'

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
