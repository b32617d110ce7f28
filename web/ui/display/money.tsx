import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'

/** `amount` is in the currency's minor unit. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span className="money">{formatMoney(amount, currency)}</span>
}

interface CreditProps {
  credit: number
  /** Writes + and −. */
  isSigned?: boolean
  /** Adds the unit's name. */
  hasUnit?: boolean
}

/** An amount of credit with grouped digits. */
export function Credit({ credit, isSigned = false, hasUnit = false }: CreditProps) {
  const { creditUnit } = useSite()
  return (
    <span className="number">
      {formatCredit(credit, isSigned)}
      {hasUnit && ` ${creditUnit}`}
    </span>
  )
}
