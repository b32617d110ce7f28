import type { ConsoleOrder } from '#contract/console/orders/orders.ts'
import { DISPUTE_LABELS, OrderStateTag } from '#web/ui/display/tag.tsx'
import { DayTime } from '../panel/cells.tsx'

/** An order's state, and what is unusual about it. */
export function OrderMarks({
  order,
}: {
  order: Pick<ConsoleOrder, 'state' | 'dispute' | 'disputeDueAt' | 'isLate'>
}) {
  const { state, dispute, disputeDueAt, isLate } = order
  return (
    <>
      <OrderStateTag state={state} />
      {dispute !== null && (
        <span className="tag-flag" data-kind={dispute === 'won' ? 'quiet' : undefined}>
          {DISPUTE_LABELS[dispute]}
        </span>
      )}
      {disputeDueAt !== null && (
        <span className="tag-flag">
          截止 <DayTime iso={disputeDueAt} />
        </span>
      )}
      {isLate && <span className="tag-flag">关闭后到账</span>}
    </>
  )
}
