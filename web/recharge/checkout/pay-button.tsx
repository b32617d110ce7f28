import { Button } from '../../ui/action/button.tsx'
import { Money } from '../../ui/display/money.tsx'

export interface PayButtonProps {
  /** Of the form that it submits. */
  form: string
  amount: number
  currency: string
  isBusy: boolean
  canPay: boolean
}

interface Size {
  isLarge?: boolean
}

/** Beside the summary, and on a phone in the bar at the bottom. */
export function PayButton({
  form,
  amount,
  currency,
  isBusy,
  canPay,
  isLarge = false,
}: PayButtonProps & Size) {
  return (
    <Button
      kind="primary"
      type="submit"
      form={form}
      isBusy={isBusy}
      disabled={!canPay}
      {...(isLarge && { size: 'large', isWide: true, icon: 'lock' })}
    >
      <span>
        立即支付 <Money amount={amount} currency={currency} />
      </span>
    </Button>
  )
}

export function PayBar(button: PayButtonProps) {
  const { amount, currency } = button
  return (
    <div className="pay-bar">
      <p>
        实付金额
        <strong>
          <Money amount={amount} currency={currency} />
        </strong>
      </p>
      <PayButton {...button} />
    </div>
  )
}
