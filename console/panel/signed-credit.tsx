import { Credit } from '#web/ui/display/money.tsx'

/** A signed amount of credit. */
export function CreditChange({ delta }: { delta: number }) {
  return (
    <span className={delta > 0 ? 'plus' : undefined}>
      <Credit credit={delta} isSigned />
    </span>
  )
}
