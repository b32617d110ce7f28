import type { ReactNode } from 'react'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import type { PaymentMethodType } from '#contract/shapes.ts'
import { Late } from '../../lib/loading/late.tsx'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import { isBlockedHere, isTouchScreen } from './blocked-wallet.ts'
import { Icon } from '../../ui/icon/icon.tsx'

interface MethodChoiceProps {
  legend: ReactNode
  /** The methods that are on, in the order to show. */
  methods: readonly PaymentMethodType[]
  method: PaymentMethodType
  onChange: (method: PaymentMethodType) => void
}

/** Chooses the payment method; where there is one only, shows its name. */
export function MethodChoice({ legend, methods, method, onChange }: MethodChoiceProps) {
  if (methods.length === 1) {
    return (
      <h2>
        {legend}
        <small className="soft">{METHOD_NAMES[method]}</small>
      </h2>
    )
  }
  return (
    <RadioCards
      className="pay-part"
      boxClass="methods"
      name="method"
      legend={legend}
      cards={methods.map((each) => ({
        value: each,
        children: (
          <>
            <MethodMark method={each} />
            {METHOD_NAMES[each]}
          </>
        ),
      }))}
      value={method}
      onChange={(value) => {
        const chosen = methods.find((each) => each === value)
        if (chosen) onChange(chosen)
      }}
    />
  )
}

interface WalletHintProps {
  method: Exclude<PaymentMethodType, 'card'>
  orderId: string | undefined
}

const loadOpenInBrowser = async () => (await import('./open-in-browser.tsx')).OpenInBrowser

/** Instead of the card form: what happens next with a wallet, or how to get to it. */
export function WalletHint({ method, orderId }: WalletHintProps) {
  if (isBlockedHere(method)) return <Late load={loadOpenInBrowser} given={{ method, orderId }} />
  return (
    <p className="card soft wallet-hint">
      {method === 'alipay'
        ? '点击“立即支付”后前往支付宝付款，付款后自动返回本站。'
        : `点击“立即支付”后显示二维码，用手机微信“扫一扫”付款${isTouchScreen() ? '；如用本机付款，请先保存二维码' : ''}。`}
    </p>
  )
}

/** The logo of a payment method; decoration beside its name. */
function MethodMark({ method }: { method: PaymentMethodType }) {
  if (method === 'card') return <Icon name="card" />
  return <i className="method-mark" data-method={method} />
}
