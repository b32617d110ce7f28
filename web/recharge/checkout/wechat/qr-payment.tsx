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
import { useQrWatch } from './use-qr-watch.ts'
import { href } from '../../../lib/href.ts'
import { CopyButton } from '../../../ui/action/copy-button.tsx'
import { isInsideWeChat } from '../blocked-wallet.ts'
import type { QrCode } from '#contract/content/content.ts'
import { saveFile } from '../../../lib/save-file.ts'

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
        无法扫码？
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
      <p role="status">{hasQueried && !isBusy && '暂未收到付款，付款后一般几秒内到账。'}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>稍后再付</Button>
        <Button kind="primary" isBusy={isBusy} onClick={run}>
          我已支付
        </Button>
      </div>
    </div>
  )
}

interface ScanOnSamePhoneProps {
  canvas: HTMLCanvasElement
  orderId: string
}

/** How to scan a QR code that is on the same phone. Shown on touch screens. */
function ScanOnSamePhone({ canvas, orderId }: ScanOnSamePhoneProps) {
  // WeChat's browser saves no files but by a long press, and opens no other application
  const isHere = isInsideWeChat()
  return (
    <section className="scan-here" aria-labelledby="scan-here">
      <h3 id="scan-here">用本机付款</h3>
      <ol>
        <li>{isHere ? '长按上图保存到手机' : '保存二维码图片，或长按上图保存'}</li>
        <li>打开微信的“扫一扫”</li>
        <li>点“相册”，选刚保存的图</li>
      </ol>
      {!isHere && (
        <p className="row-actions">
          <Button size="small" onClick={() => void savePicture(canvas, '微信付款码.png')}>
            保存二维码
          </Button>
          <a className="button" data-kind="secondary" data-size="small" href="weixin://">
            打开微信
          </a>
        </p>
      )}
      <p>
        如微信不支持从相册付款，请用电脑或另一台手机登录，打开该订单后扫码：
        <CopyButton
          text={new URL(href('/account/order', { id: orderId }), location.href).href}
          what="订单链接"
        >
          复制订单链接
        </CopyButton>
      </p>
    </section>
  )
}

/** Quiet zone around the code in modules, as scanners need it. */
const BORDER = 4
/** Least width in pixels: sharp on a phone and in its album. */
const WIDTH = 600

/** Draws the code black on white in every colour scheme. */
function drawQr({ size, path }: QrCode): HTMLCanvasElement {
  const modules = size + 2 * BORDER
  const scale = Math.ceil(WIDTH / modules)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = modules * scale
  const brush = canvas.getContext('2d')!
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.setTransform(scale, 0, 0, scale, BORDER * scale, BORDER * scale)
  brush.fillStyle = '#000'
  const dark = new Path2D(path)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- no array: it paints
  brush.fill(dark)
  return canvas
}

/**
 * Saves the image for the photo album. On iPhones a download does not reach the album, so the share sheet
 * is opened, which can save into it.
 */
async function savePicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) return
  const files = [new File([blob], name, { type: blob.type })]
  if (/iP(hone|ad|od)/.test(navigator.userAgent) && navigator.canShare?.({ files })) {
    // rejects when the visitor closes the share sheet
    await navigator.share({ files }).catch(() => undefined)
  } else saveFile(name, blob, blob.type)
}
