import type { Order } from '#contract/shapes.ts'
import { loadChunk } from '../../../lib/loading/chunk.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import type { OrderTotal } from '../card-form/card-form.ts'
import type { QrPayment } from '../attempt-payment.ts'

/** A QR code with the component that shows it, which is loaded for WeChat Pay only. */
export type ShownQrCode = QrPayment & Awaited<ReturnType<typeof loadScan>>

const loadScan = () => loadChunk(() => import('./qr-payment.tsx'))

export async function loadQrCode(outcome: QrPayment): Promise<ShownQrCode> {
  return { ...outcome, ...(await loadScan()) }
}

interface QrDialogProps {
  code: ShownQrCode | undefined
  total: OrderTotal
  /** The visitor closes the code; the order can still be paid. */
  onClose: () => void
  onEnd: (order: Order) => void
}

export function QrDialog({ code, ...rest }: QrDialogProps) {
  return (
    <Dialog isOpen={code !== undefined} onClose={rest.onClose} title="微信扫码支付">
      {code && <code.QrPaymentView key={code.orderId} code={code} {...rest} />}
    </Dialog>
  )
}
