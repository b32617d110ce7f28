import { useState } from 'react'
import type { Order } from '#contract/shapes.ts'
import { useSite } from '../lib/site.ts'
import { Button } from '../ui/button.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Money } from '../ui/money.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Qr } from '../ui/qr.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Total } from './card-form/card-form.ts'
import type { Ending } from './pay.ts'
import { useCodeWatch } from './use-code-watch.ts'

export type Code = Extract<Ending, { kind: 'code' }>

interface CodeDialogProps {
  code: Code | undefined
  total: Total
  /** The visitor has put the code away; it can still be paid. */
  onClose: () => void
  /** The order was paid or closed, or the payment refused on the phone. */
  onEnd: (order: Order) => void
}

/** The code to be scanned by the visitor's phone, until it is paid. */
export function CodeDialog({ code, total, onClose, onEnd }: CodeDialogProps) {
  return (
    <Dialog isOpen={code !== undefined} onClose={onClose} title="微信扫码支付">
      {code && (
        <Scan key={code.orderId} code={code} total={total} onClose={onClose} onEnd={onEnd} />
      )}
    </Dialog>
  )
}

function Scan({ code, total, onClose, onEnd }: CodeDialogProps & { code: Code }) {
  const { name } = useSite()
  const { order, look } = useCodeWatch(code.orderId, onEnd)
  const [hasLooked, setHasLooked] = useState(false)
  const { isBusy, run } = useAction(async () => {
    await look()
    setHasLooked(true)
  })

  return (
    <div className="pay-scan">
      <p>
        用手机微信“扫一扫”付款，<span>收款方：{name}</span>
      </p>
      <p className="scan-amount">
        <Money {...total} />
      </p>
      <Qr code={code.code} label="微信付款二维码" />
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
      <p role="status">{hasLooked && !isBusy && '还没有收到付款，付完一般几秒就到。'}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>稍后再付</Button>
        <Button kind="primary" isBusy={isBusy} onClick={run}>
          我已支付
        </Button>
      </div>
    </div>
  )
}
