import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'

/** `amount` is in the currency's minor unit. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return (
    <span className="money" translate="no">
      {formatMoney(amount, currency)}
    </span>
  )
}

interface CreditProps {
  credit: number
  /** Writes a + or − sign. */
  isSigned?: boolean
  /** Appends the name of the credit unit. */
  hasUnit?: boolean
}

/** An amount of credit with grouped digits. */
export function Credit({ credit, isSigned = false, hasUnit = false }: CreditProps) {
  const { creditUnit } = useSite()
  return (
    <span className="number" translate="no">
      {formatCredit(credit, isSigned)}
      {hasUnit && ` ${creditUnit}`}
    </span>
  )
}
