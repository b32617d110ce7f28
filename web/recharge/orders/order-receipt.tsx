import { api } from '#contract/api.ts'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { useSession } from '../../lib/session/session.ts'
import { useSite } from '../../lib/site.ts'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Credit, Money } from '../../ui/display/money.tsx'
import { DisputeBadge, OrderStateTag } from '../../ui/display/tag.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'

/** The purchase at its price of then, with refunds. Prints as a receipt. */
export function OrderReceipt({ order }: { order: Order }) {
  const { combo, num, orderNo, state, dispute } = order
  const { name, company, creditUnit } = useSite()
  const masked = useSession()?.email
  const { data: profile } = useLoad('profile', (signal) =>
    call(api.account.profile, {}, { signal, isQuiet: true }),
  )
  const email = profile?.user.email ?? masked
  return (
    <section className="receipt" aria-labelledby="receipt">
      <i className="receipt-sheet" aria-hidden="true" />
      <div className="receipt-paper">
        <p className="receipt-issuer">
          <strong>{name} 收据</strong>
          <span>{company}</span>
          {email && <span>付款账户 {email}</span>}
        </p>
        <div className="receipt-top">
          <h2 id="receipt">
            {combo.name} × {num}
          </h2>
          <span className="state-marks">
            <OrderStateTag state={state} />
            <DisputeBadge dispute={dispute} />
          </span>
          <p className="receipt-no">
            <span className="soft">订单号</span>
            <CopyButton text={orderNo} what="订单号" />
          </p>
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
        {state === 'paid' && (dispute ?? 'won') === 'won' && <Seal />}
      </div>
    </section>
  )
}

function ReceiptFacts({ order }: { order: Order }) {
  const { currency, paidAt, paymentMethod, refundedAmount, takenBack } = order
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
      <TakenBack takenBack={takenBack} />
      {isPaid && refundedAmount > 0 && (
        <div>
          <dt>实付</dt>
          <dd>
            <Money amount={order.amount} currency={currency} />
          </dd>
        </div>
      )}
      {refundedAmount > 0 && (
        <div>
          <dt>已退款</dt>
          <dd>
            −<Money amount={refundedAmount} currency={currency} />
          </dd>
        </div>
      )}
      <div className="total">
        <dt>{totalName(order)}</dt>
        <dd>
          <Money
            amount={isPaid ? order.amount - refundedAmount : order.amount}
            currency={currency}
          />
        </dd>
      </div>
    </dl>
  )
}

function totalName({ paidAt, refundedAmount }: Order): string {
  // money that did not fit the order came and went without having been booked as its payment
  if (paidAt === undefined) return refundedAmount > 0 ? '订单金额' : '应付'
  return refundedAmount > 0 ? '退款后实付' : '实付'
}

/** Credit taken back by refunds or held by a dispute. */
function TakenBack({ takenBack: { refunded, held } = NOTHING }: Pick<Order, 'takenBack'>) {
  const { creditUnit } = useSite()
  const parts: [string, number][] = [
    [`退款扣回${creditUnit}`, refunded],
    [`争议冻结${creditUnit}`, held],
  ]
  return parts
    .filter(([, credit]) => credit > 0)
    .map(([name, credit]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <Credit credit={-credit} />
        </dd>
      </div>
    ))
}

const NOTHING = { refunded: 0, held: 0 }

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
