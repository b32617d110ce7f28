import type { Order } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../lib/money.ts'
import { useSession } from '../lib/session.ts'
import { useSite } from '../lib/site.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Credit, Money } from '../ui/money.tsx'
import { OrderStateTag } from '../ui/tag.tsx'
import { TimeText } from '../ui/time-text.tsx'
import { paymentMethodText } from './payment-method.ts'

/** What was bought, as it was then, and what became of the money. Prints as a receipt. */
export function OrderReceipt({ order }: { order: Order }) {
  const { combo, num, orderNo, state } = order
  const { name, company, creditUnit } = useSite()
  const email = useSession()?.email
  return (
    <section className="receipt" aria-labelledby="receipt">
      <div className="receipt-paper">
        <p className="receipt-issuer">
          <strong>{name} 收据</strong>
          <span>{company}</span>
          {email && <span>付款账户 {email}</span>}
        </p>
        <div className="receipt-top">
          <div>
            <h2 id="receipt">
              {combo.name} × {num}
            </h2>
            <CopyButton text={orderNo} what="订单号" />
          </div>
          <OrderStateTag state={state} />
        </div>
        <table>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">数量</th>
              <th scope="col">金额</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                {combo.name}
                <small>
                  {formatCredit(order.credit)} {creditUnit}
                  {num > 1 && `，每份 ${formatMoney(order.amount / num, order.currency)}`}
                </small>
              </td>
              <td className="number">{num}</td>
              <td>
                <Money amount={order.amount} currency={order.currency} />
              </td>
            </tr>
          </tbody>
        </table>
        <ReceiptFacts order={order} />
        {state === 'paid' && <Seal />}
      </div>
    </section>
  )
}

function ReceiptFacts({ order }: { order: Order }) {
  const { currency, paidAt, paymentMethod, refundedAmount } = order
  const isPaid = paidAt !== undefined
  return (
    <dl className="facts">
      <div>
        <dt>下单时间</dt>
        <dd>
          <TimeText iso={order.createdAt} style="second" />
        </dd>
      </div>
      {paymentMethod && (
        <div>
          <dt>付款方式</dt>
          <dd>{paymentMethodText(paymentMethod)}</dd>
        </div>
      )}
      {isPaid && (
        <div>
          <dt>付款时间</dt>
          <dd>
            <TimeText iso={paidAt} style="second" />
          </dd>
        </div>
      )}
      <div>
        <dt>{isPaid ? '到账' : '可得'}</dt>
        <dd>
          <Credit credit={order.credit} hasUnit />
        </dd>
      </div>
      {refundedAmount > 0 && (
        <div>
          <dt>已退款</dt>
          <dd>
            −<Money amount={refundedAmount} currency={currency} />
          </dd>
        </div>
      )}
      <div className="total">
        <dt>{isPaid ? '实付' : '应付'}</dt>
        <dd>
          <Money amount={order.amount} currency={currency} />
        </dd>
      </div>
    </dl>
  )
}

function Seal() {
  return (
    <svg className="receipt-seal" viewBox="0 0 100 100" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.5">
        <circle cx="50" cy="50" r="46" />
        <circle cx="50" cy="50" r="40" strokeDasharray="1 5" strokeLinecap="round" />
        <path d="M30 52l13 13 27-29" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
      </g>
    </svg>
  )
}
