import { usePrerenderedPlans, useSite } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NumberedHeading } from './numbered-heading.tsx'
import { PlanCards } from './plan-steps.tsx'
import { PaymentHelp, PaymentTerms } from './order-summary.tsx'

/** For a document without plans. */
const USUAL_PLANS = 4

/**
 * The checkout before its data have loaded: every part in its place, disabled. Prerendered plans are
 * readable at once, so that the largest text of the page is in the first paint.
 */
export function CheckoutSkeleton({ isOfOrder = false }: { isOfOrder?: boolean }) {
  const { creditUnit, payments } = useSite()
  const { methods } = payments
  return (
    <>
      <div className="pay-main pay-skeleton">
        {!isOfOrder && <PlanSkeleton />}
        <section className="pay-part pay-by">
          <h2>{isOfOrder ? '付款方式' : <NumberedHeading at={3}>付款方式</NumberedHeading>}</h2>
          {methods.length > 1 && <Placeholder className="methods" count={methods.length} />}
          <div className="card">
            <Skeleton lines={4} />
          </div>
        </section>
      </div>
      <aside className="card summary lifted pay-skeleton" aria-label="订单摘要">
        <div>
          <h2>订单摘要</h2>
          <Skeleton lines={4} />
        </div>
        <div className="summary-after">
          <p>
            <span>到账{creditUnit}</span>
            <b>—</b>
          </p>
          <p>
            <span>充值后余额</span>
            <span>—</span>
          </p>
        </div>
        <div className="summary-pay">
          <DisabledPayButton isLarge />
          <PaymentTerms />
        </div>
        <PaymentHelp />
      </aside>
      <div className="pay-bar">
        <p>
          实付金额
          <strong>—</strong>
        </p>
        <DisabledPayButton />
      </div>
    </>
  )
}

function PlanSkeleton() {
  const plans = usePrerenderedPlans()
  return (
    <>
      {plans.length > 0 ? (
        <PlanCards plans={plans} value="" />
      ) : (
        <section className="pay-part">
          <h2>
            <NumberedHeading at={1}>选择套餐</NumberedHeading>
          </h2>
          <Placeholder className="choices" count={USUAL_PLANS} />
        </section>
      )}
      <section className="pay-part">
        <h2>
          <NumberedHeading at={2}>数量</NumberedHeading>
        </h2>
        <Placeholder className="quantity" count={1} />
      </section>
    </>
  )
}

/** Boxes as high as the parts they replace. */
function Placeholder({ className, count }: { className: string; count: number }) {
  return (
    <div className={className} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <div className="skeleton" key={at} />
      ))}
    </div>
  )
}

function DisabledPayButton({ isLarge = false }: { isLarge?: boolean }) {
  return (
    <Button kind="primary" disabled {...(isLarge && { size: 'large', isWide: true, icon: 'lock' })}>
      立即支付
    </Button>
  )
}
