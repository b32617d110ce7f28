import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useSite } from '../../lib/site.ts'
import { CardPanel } from './card-form/card-panel.tsx'
import type { Purchase } from './purchase.ts'
import { QrDialog } from './wechat/qr-dialog.tsx'
import { NumberedHeading } from './numbered-heading.tsx'
import { MethodChoice, WalletHint } from './method-choice.tsx'
import { PayBar } from './pay-button.tsx'
import { OrderSummary } from './order-summary.tsx'
import { type Refusal, useCheckout } from './use-checkout.ts'
import { useLocation } from '../../lib/router/contexts.ts'
import { href } from '../../lib/href.ts'
import { Button, ButtonLink } from '../../ui/action/button.tsx'
import { Money } from '../../ui/display/money.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

interface CheckoutProps {
  purchase: Purchase
  balance: number | undefined
  /** Nothing was paid; without a refusal the visitor just stopped. */
  onUnpaid: (refusal?: Refusal) => void
  /** The two steps before the payment. They make their changes by `change`, which ignores them during a payment. */
  children?: ((change: (apply: () => void) => void) => ReactNode) | undefined
}

/** The form: what is bought, payment method, and the button that pays. */
export function Checkout({ purchase, balance, onUnpaid, children }: CheckoutProps) {
  const { payments } = useSite()
  const form = useId()
  const { method, chooseMethod, isBusy, refusal, canPay, pay, setCardForm, forget, ...checkout } =
    useCheckout(purchase, onUnpaid)
  const { amount, currency } = purchase
  const total = { amount, currency }

  function change(apply: () => void) {
    if (isBusy) return
    forget()
    apply()
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    pay()
  }

  const button = { form, isBusy, canPay, ...total }
  return (
    <>
      <form id={form} className="pay-main" noValidate aria-busy={isBusy} onSubmit={handleSubmit}>
        {children?.(change)}
        <div className="pay-part pay-by">
          <MethodChoice
            legend={children ? <NumberedHeading at={3}>付款方式</NumberedHeading> : '付款方式'}
            methods={payments.methods}
            method={method}
            onChange={(wanted) => {
              if (!isBusy) chooseMethod(wanted)
            }}
          />
          <RefusalPlace refusal={refusal}>
            {checkout.isReplaced && (
              <Button size="small" onClick={forget}>
                确认改为{purchase.plan.name}，<Money {...total} />
              </Button>
            )}
          </RefusalPlace>
          <CardPlace isShown={method === 'card'} total={total} onForm={setCardForm} />
          {method !== 'card' && <WalletHint method={method} orderId={purchase.orderId} />}
        </div>
      </form>
      <OrderSummary purchase={purchase} balance={balance} button={button} />
      <PayBar {...button} />
      <QrDialog
        code={checkout.code}
        total={total}
        onClose={checkout.closeQrCode}
        onEnd={checkout.finishQrPayment}
      />
    </>
  )
}

type CardPlaceProps = ComponentProps<typeof CardPanel> & { isShown: boolean }

/** Loaded when it is first shown; a typed card stays while another method is selected. */
function CardPlace({ isShown, ...panel }: CardPlaceProps) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return <div hidden={!isShown}>{wasShown && <CardPanel {...panel} />}</div>
}

/** Scrolls a refusal into view: the button may be far from it. */
function RefusalPlace({
  refusal,
  children,
}: {
  refusal: Refusal | undefined
  /** In place of the way on. */
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) place.current?.scrollIntoView({ block: 'center' })
  }, [refusal])
  return (
    <div ref={place}>
      {refusal && <RefusalNotice refusal={refusal} wayOn={children || <WayOn {...refusal} />} />}
    </div>
  )
}

/** Why nothing was paid, and what to do next. */
function RefusalNotice({ refusal, wayOn }: { refusal: Refusal; wayOn: ReactNode }) {
  const { message, code } = refusal
  return (
    <Notice kind="bad" role="alert" actions={wayOn}>
      {message}
      {code === 'CARD_DECLINED' && '。没有扣款，订单仍保留。'}
    </Notice>
  )
}

function WayOn({ code, orderId }: Refusal) {
  const { pathname, search } = useLocation()
  switch (code) {
    case 'UNAUTHENTICATED':
      return (
        <ButtonLink size="small" to={href('/account/login', { redirect: pathname + search })}>
          登录
        </ButtonLink>
      )
    case 'PLAN_LIMIT':
    case 'TOO_MANY_OPEN_ORDERS':
    case 'UNANSWERED':
      return orderId === undefined ? (
        <ButtonLink size="small" to={href('/account/orders', { state: 'pending' })}>
          查看待支付订单
        </ButtonLink>
      ) : (
        <ButtonLink size="small" to={href('/account/order', { id: orderId })}>
          查看订单
        </ButtonLink>
      )
    default:
      return undefined
  }
}
