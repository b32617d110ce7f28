import { Button } from '../../ui/action/button.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { Money } from '../../ui/display/money.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'
import { useFormState } from '../../ui/form/form-state.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { InvoiceableOrder } from './request-data.ts'

/** As many as one invoice takes. */
const ORDERS_MAX = 50

interface OrderChoiceProps {
  orders: readonly InvoiceableOrder[]
  hasMore: boolean
  chosen: readonly InvoiceableOrder[]
  onChange: (ids: ReadonlySet<string>) => void
  onMore: () => Promise<void>
}

/** Ticks for the orders of the invoice, all of one currency. */
export function OrderChoice({ orders, hasMore, chosen, onChange, onMore }: OrderChoiceProps) {
  const wrong = useFormState().errors['orders'] ?? ''
  const more = useAction(onMore)
  const ids = new Set(chosen.map(({ id }) => id))
  const currency = chosen[0]?.currency
  const first = currency ?? orders[0]?.currency
  const fitting = orders.filter((order) => order.currency === first).slice(0, ORDERS_MAX)
  const isAll = fitting.every(({ id }) => ids.has(id))
  const isFull = chosen.length >= ORDERS_MAX
  const hasOthers = orders.some((order) => order.currency !== first)

  function toggle(id: string) {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }

  return (
    <fieldset className="request-orders" aria-describedby={wrong === '' ? undefined : 'no-orders'}>
      <legend>选择订单</legend>
      {orders.length > 1 && (
        <label className="tick pick-all">
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => onChange(new Set(isAll ? [] : fitting.map(({ id }) => id)))}
          />
          <span>{allText(fitting.length, orders.length, hasOthers)}</span>
        </label>
      )}
      <ul>
        {orders.map((order, at) => (
          <li key={order.id}>
            <label className="tick pick">
              <input
                type="checkbox"
                name="orders"
                value={order.id}
                checked={ids.has(order.id)}
                disabled={
                  !ids.has(order.id) &&
                  (isFull || (currency !== undefined && currency !== order.currency))
                }
                aria-invalid={(wrong !== '' && at === 0) || undefined}
                onChange={() => toggle(order.id)}
              />
              <span className="pick-what">
                {order.planName} × {order.num}
                <small>
                  <TimeText iso={order.paidAt} style="date" /> 支付 · {order.orderNo}
                </small>
              </span>
              <Money amount={order.amount} currency={order.currency} />
            </label>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button kind="ghost" size="small" isBusy={more.isBusy} onClick={more.run}>
          更早的订单
        </Button>
      )}
      {wrong !== '' && (
        <p className="error" id="no-orders">
          <Icon name="warn" />
          {wrong}
        </p>
      )}
      {isFull && <p className="hint">一张发票最多 {ORDERS_MAX} 笔订单。</p>}
      {hasOthers && <p className="hint">一张发票只能有一种货币，其他货币的订单请分开申请。</p>}
    </fieldset>
  )
}

function allText(fitting: number, shown: number, hasOthers: boolean): string {
  if (hasOthers) return `全选同一货币的 ${fitting} 笔`
  return fitting < shown ? `选前 ${fitting} 笔` : `全选这 ${fitting} 笔`
}
