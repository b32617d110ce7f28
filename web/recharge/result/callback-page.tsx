import { type ReactNode, useEffect } from 'react'
import { useNavigate } from '../../lib/router/contexts.ts'
import { href } from '../../lib/href.ts'
import type { PageProps } from '../../lib/page/page-module.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { ProgressSteps } from '../../ui/display/progress-steps.tsx'
import { ResultCard } from './result-card.tsx'
import { resultView } from './result-views.tsx'
import { paymentStatus } from './payment-status.ts'
import { PAY_STEPS } from '../pay-steps.ts'
import { type PaymentWatch, usePaymentWatch } from './use-payment-watch.ts'

const CALLBACK = '/account/stripe-callback'

/** The result of a payment. Only the order's id is read from the address; its state comes from the server. */
export default function CallbackPage({ query }: PageProps) {
  const { order, ...others } = query
  useCleanAddress(order, Object.keys(others).length > 0)
  return order ? <Watched key={order} orderId={order} /> : <WithoutOrder />
}

function Watched({ orderId }: { orderId: string }) {
  const watch = usePaymentWatch(orderId)
  if (watch.isMissing) return <WithoutOrder />
  const view = resultView(watch)
  return (
    <Frame step={stepOf(watch)}>
      <p className="unseen" role="status">
        {view.title}
      </p>
      <ResultCard {...view} />
    </Frame>
  )
}

/** The current step of `PAY_STEPS`. */
function stepOf({ order, isPolling }: PaymentWatch): number {
  const status = order && paymentStatus(order)
  if (status === 'credited' || status === 'refunded') return 3
  if (
    status === 'failed' ||
    status === 'not_attempted' ||
    status === 'cancelled' ||
    status === 'expired'
  )
    return 1
  return status === 'unpaid' && !isPolling ? 1 : 2
}

function WithoutOrder() {
  return (
    <Frame>
      <ResultCard
        arc="quiet"
        title="未找到该订单"
        actions={
          <>
            <ButtonLink kind="primary" to="/account/orders">
              查看我的订单
            </ButtonLink>
            <ButtonLink kind="ghost" to="/account/recharge-center">
              去充值中心
            </ButtonLink>
          </>
        }
      >
        <p>链接不完整，或该订单属于其他账户。所有付款均可在订单管理中查看。</p>
      </ResultCard>
    </Frame>
  )
}

function Frame({ step, children }: { step?: number; children: ReactNode }) {
  return (
    <div className="wrap result">
      <PageHead>
        {step !== undefined && <ProgressSteps steps={PAY_STEPS} current={step} />}
      </PageHead>
      {children}
    </div>
  )
}

/** The provider returns the visitor with secrets in the address: they are removed at once. */
function useCleanAddress(order: string | undefined, isDirty: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (isDirty) void navigate(href(CALLBACK, { order }), { replace: true })
  }, [isDirty, navigate, order])
}
