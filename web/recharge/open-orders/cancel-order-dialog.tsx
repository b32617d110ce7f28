import type { Order } from '#contract/shapes.ts'
import { formatMoney } from '../../lib/format/money.ts'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'

interface CancelOrderDialogProps {
  /** The dialog is open while this is set. */
  order: Order | undefined
  onClose: () => void
  /** Makes the call; the dialog closes when it succeeds. */
  onConfirm: (order: Order) => Promise<void>
}

/** Asks for confirmation before cancelling an unpaid order. */
export function CancelOrderDialog({ order, onClose, onConfirm }: CancelOrderDialogProps) {
  return (
    <ConfirmDialog
      isOpen={order !== undefined}
      onClose={onClose}
      title="取消订单？"
      confirmLabel="取消订单"
      onConfirm={async () => {
        if (order) await onConfirm(order)
      }}
    >
      {order && (
        <p>
          {`${order.combo.name} × ${order.num}，${formatMoney(order.amount, order.currency)}。取消后不会扣款，需要时可以重新下单。`}
        </p>
      )}
    </ConfirmDialog>
  )
}
