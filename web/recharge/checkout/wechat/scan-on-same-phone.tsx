import { href } from '../../../lib/href.ts'
import { Button } from '../../../ui/action/button.tsx'
import { CopyButton } from '../../../ui/action/copy-button.tsx'
import { isInsideWeChat } from '../blocked-wallet.ts'
import { savePicture } from './qr-picture.ts'

interface ScanOnSamePhoneProps {
  canvas: HTMLCanvasElement
  orderId: string
}

/** How to scan a QR code that is on the same phone. Shown on touch screens. */
export function ScanOnSamePhone({ canvas, orderId }: ScanOnSamePhoneProps) {
  // WeChat's browser saves no files but by a long press, and opens no other application
  const isHere = isInsideWeChat()
  return (
    <section className="scan-here" aria-labelledby="scan-here">
      <h3 id="scan-here">就用这台手机付</h3>
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
        微信不让从相册付时，用电脑或另一台手机登录，打开这张订单，再扫它的屏幕：
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
