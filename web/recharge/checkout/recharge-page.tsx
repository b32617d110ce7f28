import { useEffect, useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { searchOf } from '../../lib/href.ts'
import { isPayable } from '../open-orders/pay-link.ts'
import { useLocation, useNavigate } from '../../lib/router/contexts.ts'
import type { PageProps } from '../../lib/page/page-module.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Loaded, LoginNeeded } from '../../ui/feedback/loaded.tsx'
import { Credit } from '../../ui/display/money.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ProgressSteps } from '../../ui/display/progress-steps.tsx'
import { Badge } from '../../ui/display/tag.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { Checkout } from './checkout.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { type RequestedPlan, selectPlan, isPlanGone } from './plan-selection.ts'
import { OpenOrderNotices } from './open-order-notices.tsx'
import { PAY_STEPS } from '../pay-steps.ts'

/** Refusals after which the plans are loaded again. */
const STALE_PLANS = /^(PRICE|PLAN|SOLD)_/

/** More than the number of orders that can be open at a time. */
const RECENT = 10

/** The checkout. The selection is kept in the address. */
export default function RechargePage({ query }: PageProps) {
  const { tool } = query
  useEffect(() => {
    // read by result/tool-return.ts; where storage is forbidden, so is the login
    if (tool) sessionStorage.setItem('tool', tool)
  }, [tool])
  const [requested, choose] = useRequestedPlan(query)
  const plans = useLoad('plans', (signal) => call(api.recharge.comboList, {}, { signal }))
  const profile = useLoad('profile', (signal) => call(api.account.profile, {}, { signal }))
  const orders = useLoad('orders', (signal) =>
    call(api.recharge.orderList, { page: 1, pageSize: RECENT }, { signal }),
  )
  const balance = profile.data?.credit.balance
  const open = orders.data?.list.filter(isOpen)
  const selection = plans.data && selectPlan(plans.data, requested, open)
  const isGone = plans.data && isPlanGone(plans.data, requested, open)
  // Shown together: open orders above the form would move it later.
  const isKnown = [plans, profile, orders].every(({ data, error }) => data ?? error)

  if (profile.error?.status === 401) {
    return (
      <div className="wrap pay">
        <div className="pay-head">
          <PageHead />
          <LoginNeeded />
        </div>
      </div>
    )
  }
  return (
    <div className="wrap pay">
      <div className="pay-head">
        <PageHead lead="选好套餐和数量再付款，付完马上到账。一次付清，不自动续费。">
          <ProgressSteps steps={PAY_STEPS} current={1} />
          {balance !== undefined && (
            <Badge kind="money">
              当前余额 <Credit credit={balance} hasUnit />
            </Badge>
          )}
        </PageHead>
        {isKnown && open && (
          <OpenOrderNotices orders={open} selection={selection} onChange={orders.reload} />
        )}
        {isKnown && isGone && selection && (
          <Notice>您要的套餐已经下架或售罄，这里先选了“{selection.plan.name}”。</Notice>
        )}
      </div>
      {isKnown ? (
        <Loaded load={plans} what="套餐">
          {(onSale) =>
            selection ? (
              <Checkout
                plans={onSale}
                selection={selection}
                own={open ?? []}
                balance={balance}
                onChoose={choose}
                onUnpaid={(code) => {
                  orders.reload()
                  if (STALE_PLANS.test(code)) plans.reload()
                }}
              />
            ) : (
              <section className="card pay-none" aria-labelledby="plans">
                <h2 id="plans">{onSale.length > 0 ? '套餐都已售罄' : '暂时没有在售的套餐'}</h2>
                <p>过一会儿再来看看。</p>
              </section>
            )
          }
        </Loaded>
      ) : (
        <CheckoutSkeleton />
      )}
    </div>
  )
}

function isOpen(order: Order): boolean {
  return order.state === 'processing' || isPayable(order)
}

const CHOSEN_HERE = 'chosen here'

/** The requested plan: from the address on arrival, then as chosen, and the address follows. */
function useRequestedPlan(
  query: RequestedPlan,
): [RequestedPlan, (requested: RequestedPlan) => void] {
  const { key, state } = useLocation()
  const navigate = useNavigate()
  const [arrival, setArrival] = useState(key)
  const [chosen, setChosen] = useState<RequestedPlan>()

  if (key !== arrival) {
    setArrival(key)
    if (state !== CHOSEN_HERE) setChosen(undefined)
  }

  function choose(next: RequestedPlan) {
    setChosen(next)
    // without a path: the page has an older variant
    void navigate(searchOf({ plan: next.plan, num: next.num }), {
      replace: true,
      preventScrollReset: true,
      state: CHOSEN_HERE,
    })
  }
  return [chosen ?? query, choose]
}
