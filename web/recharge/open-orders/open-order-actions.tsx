import type { Order } from '#contract/shapes.ts'
import { payLink } from './pay-link.ts'
import { Button, ButtonLink } from '../../ui/action/button.tsx'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { toast } from '../../lib/toast.ts'
import { formatMoney } from '../../lib/format/money.ts'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'

interface OpenOrderActionsProps {
  order: Order
  onCancel: () => void
}

/** Cancel and pay buttons of an order that can still be paid. */
export function OpenOrderActions({ order, onCancel }: OpenOrderActionsProps) {
  return (
    <>
      <Button kind="ghost" size="small" onClick={onCancel}>
        取消订单
      </Button>
      <ButtonLink kind="primary" size="small" to={payLink(order)}>
        继续支付
      </ButtonLink>
    </>
  )
}

/**
 * Cancels an unpaid order and shows a toast. Does not reject when the order was paid, closed or cancelled
 * meanwhile: that was shown already, and the caller reloads the order.
 */
export async function cancelOrder(id: string): Promise<void> {
  try {
    await call(api.recharge.cancelOrder, { id })
    toast('订单已取消')
  } catch (error) {
    const hasChanged = error instanceof CallError && [404, 409, 410].includes(error.status)
    if (!hasChanged) throw error
  }
}

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
      title="取消这张订单？"
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
