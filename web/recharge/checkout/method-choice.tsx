import type { ReactNode } from 'react'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import type { PaymentMethodType } from '#contract/shapes.ts'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import { MethodMark } from './method-mark.tsx'

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

const NEXT_STEPS: Record<Exclude<PaymentMethodType, 'card'>, string> = {
  alipay: '点击“立即支付”后前往支付宝付款，付完会自动回到本站。',
  wechat_pay:
    '点击“立即支付”后显示二维码，用手机微信“扫一扫”付款；就用这台手机时，可以先把二维码存到相册。',
}

/** Instead of the card form: what happens next with a wallet. */
export function WalletHint({ method }: { method: keyof typeof NEXT_STEPS }) {
  return <p className="card soft wallet-hint">{NEXT_STEPS[method]}</p>
}
