import { formatMoney } from '../../lib/format/money.ts'
import { Button } from '../../ui/action/button.tsx'

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
      立即支付 {formatMoney(amount, currency)}
    </Button>
  )
}

export function PayBar(button: PayButtonProps) {
  const { amount, currency } = button
  return (
    <div className="pay-bar">
      <p>
        实付金额
        <strong>{formatMoney(amount, currency)}</strong>
      </p>
      <PayButton {...button} />
    </div>
  )
}
