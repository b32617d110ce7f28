import { useState } from 'react'
import type { Order } from '#contract/shapes.ts'
import { useSite } from '../../../lib/site.ts'
import { Button } from '../../../ui/action/button.tsx'
import { Countdown } from '../../../ui/feedback/countdown.tsx'
import { Money } from '../../../ui/display/money.tsx'
import { OutsideLink } from '../../../ui/action/outside-link.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import type { OrderTotal } from '../card-form/card-form.ts'
import type { QrPayment } from '../attempt-payment.ts'
import { drawQr } from './qr-picture.ts'
import { ScanOnSamePhone } from './scan-on-same-phone.tsx'
import { useQrWatch } from './use-qr-watch.ts'

interface QrPaymentViewProps {
  code: QrPayment
  total: OrderTotal
  onClose: () => void
  /** The order was paid or closed, or the payment refused on the phone. */
  onEnd: (order: Order) => void
}

/** The QR code for the visitor's phone, until the order is paid or closed. */
export function QrPaymentView({ code, total, onClose, onEnd }: QrPaymentViewProps) {
  const { name } = useSite()
  const { order, query } = useQrWatch(code.orderId, onEnd)
  const [hasQueried, setHasQueried] = useState(false)
  const [canvas] = useState(() => drawQr(code.code))
  const { isBusy, run } = useAction(async () => {
    await query()
    setHasQueried(true)
  })

  return (
    <div className="pay-scan">
      <p>
        用手机微信“扫一扫”付款，<span>收款方：{name}</span>
      </p>
      <p className="scan-amount">
        <Money {...total} />
      </p>
      {/* an image, so that a long press offers to save it */}
      <img className="qr" src={canvas.toDataURL()} alt="微信付款二维码" />
      <ScanOnSamePhone canvas={canvas} orderId={code.orderId} />
      <OutsideLink className="more" href={code.url}>
        扫不了码？
      </OutsideLink>
      <p>
        {order && (
          <>
            请在 <Countdown until={order.expiresAt} onEnd={run} />
            内付款
            <br />
          </>
        )}
        到账后这里自动更新
      </p>
      <p role="status">{hasQueried && !isBusy && '还没有收到付款，付完一般几秒就到。'}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>稍后再付</Button>
        <Button kind="primary" isBusy={isBusy} onClick={run}>
          我已支付
        </Button>
      </div>
    </div>
  )
}
