import { useEffect, useRef } from 'react'
import type { OrderState } from '#contract/shapes.ts'
import { Tabs } from '../../ui/table/tabs.tsx'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { ordersHref } from './order-query.ts'

/** In the order of how often they are needed. */
const STATES: readonly OrderState[] = [
  'pending',
  'processing',
  'paid',
  'cancelled',
  'expired',
  'refunded',
  'partially_refunded',
  'exception',
]

interface OrderTabsProps {
  state: OrderState | undefined
  /** Number of orders in the chosen state; undefined while unknown. */
  count: number | undefined
}

/** Filters orders by state; the filter is kept in the address. */
export function OrderTabs({ state, count }: OrderTabsProps) {
  const box = useRef<HTMLDivElement>(null)

  // On a phone the chosen tab may lie beyond the edge.
  useEffect(() => {
    const tabs = box.current?.firstElementChild
    const chosen = tabs?.querySelector<HTMLElement>('[aria-current]')
    if (!tabs || !chosen) return
    tabs.scrollLeft = chosen.offsetLeft - (tabs.clientWidth - chosen.offsetWidth) / 2
  }, [state, count])

  return (
    <div className="order-tabs" ref={box}>
      <Tabs
        label="按状态筛选"
        tabs={[undefined, ...STATES].map((each) => ({
          to: ordersHref({ state: each, page: 1 }),
          label: each === undefined ? '全部' : ORDER_STATE_LABELS[each],
          count: each === state ? count : undefined,
          isCurrent: each === state,
        }))}
      />
    </div>
  )
}
