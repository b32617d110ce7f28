import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { toast } from '../../lib/toast.ts'

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
