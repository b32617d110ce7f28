import type { PaymentMethodType } from '#contract/shapes.ts'
import { Icon } from '../../ui/icon/icon.tsx'

/** The logo of a payment method; decoration beside its name. */
export function MethodMark({ method }: { method: PaymentMethodType }) {
  if (method === 'card') return <Icon name="card" />
  return <i className="method-mark" data-method={method} />
}
