import type { PaymentMethodType } from '#contract/shapes.ts'
import { Icon } from '../../ui/icon/icon.tsx'

/** The logo of a payment method; decoration beside its name. */
export function MethodMark({ method }: { method: PaymentMethodType }) {
  if (method === 'card') return <Icon name="card" />
  return (
    <svg className="method-mark" data-method={method} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" />
      {method === 'alipay' ? <Seal /> : <Bubbles />}
    </svg>
  )
}

function Seal() {
  return (
    <text x="12" y="17" textAnchor="middle">
      支
    </text>
  )
}

function Bubbles() {
  return (
    <path d="M9.8 5.5C6.6 5.5 4 7.5 4 10.1c0 1.5.8 2.8 2.1 3.6l-.5 1.7 2-1c.7.2 1.4.3 2.2.3a4.6 4.6 0 0 1-.1-1c0-2.6 2.5-4.6 5.5-4.6h.3C14.9 7 12.6 5.5 9.8 5.5zM15.2 10c-2.7 0-4.8 1.7-4.8 3.9s2.1 3.9 4.8 3.9q.9 0 1.7-.2l1.7.9-.4-1.5c1.1-.7 1.8-1.8 1.8-3.1 0-2.2-2.1-3.9-4.8-3.9z" />
  )
}
