import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { useSupport } from '../../shell/help/support.ts'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { Qr } from '../../ui/display/qr.tsx'
import { PayButton, type PayButtonProps } from './pay-button.tsx'
import type { Purchase } from './purchase.ts'

interface OrderSummaryProps {
  purchase: Purchase
  /** Undefined while unknown. */
  balance: number | undefined
  button: PayButtonProps
}

/** Price, credit and the balance afterwards, with the button that pays. */
export function OrderSummary({ purchase, balance, button }: OrderSummaryProps) {
  const { creditUnit } = useSite()
  const { plan, num, amount, saved, credit, currency } = purchase
  return (
    <aside className="card summary lifted" aria-label="订单摘要">
      <div>
        <h2>订单摘要</h2>
        <dl className="facts">
          <div>
            <dt>套餐</dt>
            <dd>
              <strong>{plan.name}</strong> × {num}
            </dd>
          </div>
          {saved > 0 && (
            <>
              <div>
                <dt>原价</dt>
                <dd>
                  <del>{formatMoney(amount + saved, currency)}</del>
                </dd>
              </div>
              <div>
                <dt>已省</dt>
                <dd>{formatMoney(saved, currency)}</dd>
              </div>
            </>
          )}
          <div className="total">
            <dt>实付金额</dt>
            <dd>
              <FadingValue text={formatMoney(amount, currency)} />
            </dd>
          </div>
        </dl>
      </div>
      <div className="summary-after">
        <p>
          <span>到账{creditUnit}</span>
          <b>
            <FadingValue text={formatCredit(credit, true)} />
          </b>
        </p>
        {balance !== undefined && (
          <p>
            <span>充值后余额</span>
            <span>
              {formatCredit(balance)} →{' '}
              <strong>
                <FadingValue text={formatCredit(balance + credit)} />
              </strong>
            </span>
          </p>
        )}
      </div>
      <div className="summary-pay">
        <PayButton {...button} isLarge />
        <PaymentTerms />
      </div>
      <PaymentHelp />
    </aside>
  )
}

/** A value that fades in when it changes. */
function FadingValue({ text }: { text: string }) {
  return (
    <span key={text} className="fresh" translate="no">
      {text}
    </span>
  )
}

/** The rules open in a new tab, so that a typed card is kept. */
export function PaymentTerms() {
  const { payments, termsUrl, refundUrl } = useSite()
  return (
    <p>
      {payments.provider === 'stripe'
        ? '付款由 Stripe 处理，本站不接触、不保存卡号。'
        : '测试模式由支付沙箱处理，不会真的扣款。'}
      <br />
      点击支付即同意<OutsideLink href={termsUrl}>服务条款</OutsideLink>与
      <OutsideLink href={refundUrl}>退款规则</OutsideLink>。
    </p>
  )
}

export function PaymentHelp() {
  const { supportHours } = useSite()
  const { chats, qr } = useSupport()
  const chat = chats[0]
  if (!chat && !qr) return null
  return (
    <div className="summary-help">
      {qr && <Qr code={qr.qr} label={`${qr.label}二维码`} />}
      <p>
        <strong>付款遇到问题？</strong>
        <br />
        {qr && '扫码联系'}
        {qr && chat && '，或联系'}
        {chat && <OutsideLink href={chat.url}>{chat.label}</OutsideLink>}。
        <br />
        {supportHours}
      </p>
    </div>
  )
}
