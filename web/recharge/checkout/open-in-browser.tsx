import { href } from '../../lib/href.ts'
import { CopyButton } from '../../ui/action/copy-button.tsx'

interface OpenInBrowserProps {
  method: 'alipay' | 'wechat_pay'
  /** The open order that is paid; undefined: the address of this page leads to the same purchase. */
  orderId: string | undefined
}

const BLOCKED = { alipay: '微信内无法使用支付宝付款', wechat_pay: '支付宝内无法使用微信支付' }

/** Shown in the browser of a wallet that blocks the other one. */
export function OpenInBrowser({ method, orderId }: OpenInBrowserProps) {
  const address = orderId ? href('/account/recharge', { order: orderId }) : location.href
  return (
    <section className="card wallet-hint" aria-labelledby="open-in-browser">
      <p>{BLOCKED[method]}，请在浏览器中打开本页付款，或改用其他付款方式。</p>
      <p>
        <strong id="open-in-browser">在浏览器中打开</strong>
      </p>
      <ol>
        <li>点击右上角的“···”</li>
        <li>选择“在浏览器打开”</li>
        <li>登录后继续付款</li>
      </ol>
      <p>
        也可以复制链接，粘贴到浏览器的地址栏：
        <CopyButton text={new URL(address, location.href).href} what="付款链接">
          复制付款链接
        </CopyButton>
      </p>
    </section>
  )
}
