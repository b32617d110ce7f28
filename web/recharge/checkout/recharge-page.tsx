import { useEffect, useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { href, searchOf } from '../../lib/href.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { useHydrated } from '../../lib/loading/use-hydrated.ts'
import { isPayable } from '../open-orders/pay-link.ts'
import { Navigate } from '../../lib/router/link.tsx'
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
import { PlanSteps } from './plan-steps.tsx'
import { purchaseOfOrder, purchaseOfPlan } from './purchase.ts'
import { PAY_STEPS } from '../pay-steps.ts'
import type { Refusal } from './use-checkout.ts'

/** Refusals after which the plans are loaded again. */
const STALE_PLANS = /^(PRICE|PLAN|SOLD)_/

/** Refusals that say what has become of the order. */
const ENDED_ORDER = /^ORDER_/

/** More than the number of orders that can be open at a time. */
const RECENT = 10

export default function RechargePage({ query }: PageProps) {
  const { tool, order } = query
  useEffect(() => {
    try {
      // read by result/result-parts.tsx
      if (tool) sessionStorage.setItem('tool', tool)
    } catch {
      // Storage is missing, full or forbidden: the way back is not offered.
    }
  }, [tool])
  return <CheckoutPage key={order} orderId={order || undefined} query={query} />
}

interface CheckoutPageProps {
  /** The order that is paid, and nothing else; undefined: the selection, which is kept in the address. */
  orderId: string | undefined
  query: RequestedPlan
}

function CheckoutPage({ orderId, query }: CheckoutPageProps) {
  const [requested, choose] = useRequestedPlan(query)
  const navigate = useNavigate()
  const plans = useLoad('plans', (signal) => call(api.recharge.comboList, {}, { signal }))
  const profile = useLoad('profile', (signal) => call(api.account.profile, {}, { signal }))
  const orders = useLoad('orders', (signal) =>
    orderId === undefined ? loadOpenOrders(signal) : loadOrder(orderId, signal),
  )
  // prerendered HTML has no query
  const isHydrated = useHydrated()
  const isOfOrder = orderId !== undefined && isHydrated
  const balance = profile.data?.credit.balance
  const { open, ended, Notices } = orders.data ?? {}
  const selection = isOfOrder ? undefined : plans.data && selectPlan(plans.data, requested)
  const purchase = selection ? purchaseOfPlan(selection, open) : open?.map(purchaseOfOrder)[0]
  // an order that could not be loaded again stays, with the refusal of its payment
  const main = isOfOrder ? { ...orders, error: purchase ? undefined : orders.error } : plans
  const isGone = plans.data && isPlanGone(plans.data, requested)
  // Shown together: open orders above the form would move it later.
  const isKnown = [plans, profile, orders].every(({ data, error }) => data ?? error)

  function handleUnpaid({ code = '', orderId: order }: Partial<Refusal> = {}) {
    if (order !== undefined && order !== orderId && ENDED_ORDER.test(code)) {
      // without a path: the page has an older variant
      return void navigate(searchOf({ order }), { replace: true })
    }
    orders.reload()
    if (STALE_PLANS.test(code)) plans.reload()
  }

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
  // 400: no valid id, 404: not an order of this user; its page says so
  if (orderId !== undefined && [400, 404].includes(orders.error?.status ?? 0)) {
    return <Navigate to={href('/account/order', { id: orderId })} replace />
  }
  const task = isOfOrder ? '核对订单后付款' : '选择套餐和数量后付款'
  return (
    <div className="wrap pay">
      <div className="pay-head">
        <PageHead lead={ended ? undefined : `${task}，付款即到账，不自动续费。`}>
          {!ended && <ProgressSteps steps={PAY_STEPS} current={1} />}
          {/* an order that was paid elsewhere has changed it since it was loaded */}
          {!ended && balance !== undefined && (
            <Badge kind="money">
              当前余额 <Credit credit={balance} hasUnit />
            </Badge>
          )}
        </PageHead>
        {isKnown && Notices && (
          <Notices
            orders={open ?? []}
            chosenId={purchase?.orderId}
            isAlone={isOfOrder}
            onChange={orders.reload}
          />
        )}
        {isKnown && isGone && selection && (
          <Notice>您选择的套餐已下架或售罄，已改选“{selection.plan.name}”。</Notice>
        )}
      </div>
      {!isKnown ? (
        <CheckoutSkeleton isOfOrder={isOfOrder} />
      ) : ended ? (
        <ended.EndedOrder order={ended.order} />
      ) : (
        <Loaded<unknown> load={main} what={isOfOrder ? '订单' : '套餐'}>
          {() =>
            purchase ? (
              <Checkout purchase={purchase} balance={balance} onUnpaid={handleUnpaid}>
                {selection &&
                  ((change) => (
                    <PlanSteps
                      plans={plans.data ?? []}
                      selection={selection}
                      onChoose={(wanted) => change(() => choose(wanted))}
                    />
                  ))}
              </Checkout>
            ) : (
              <section className="card pay-none" aria-labelledby="plans">
                <h2 id="plans">{plans.data?.length ? '套餐都已售罄' : '暂时没有在售的套餐'}</h2>
                <p>请稍后再来。</p>
              </section>
            )
          }
        </Loaded>
      )}
    </div>
  )
}

async function loadOpenOrders(signal: AbortSignal) {
  const { list } = await call(api.recharge.orderList, { page: 1, pageSize: RECENT }, { signal })
  const open = list.filter((order) => order.state === 'processing' || isPayable(order))
  return { open, ended: undefined, Notices: await loadNotices(open) }
}

/** An order that cannot be paid comes with the component that shows what has become of it. */
async function loadOrder(orderId: string, signal: AbortSignal) {
  const { order } = await call(api.recharge.queryOrder, { orderId }, { signal, isQuiet: true })
  if (isPayable(order)) {
    return { open: [order], ended: undefined, Notices: await loadNotices([order]) }
  }
  return {
    open: [],
    Notices: undefined,
    ended: { order, ...(await loadChunk(() => import('./ended-order.tsx'))) },
  }
}

/** Undefined without open orders. */
async function loadNotices(open: readonly Order[]) {
  if (open.length === 0) return undefined
  return (await loadChunk(() => import('./open-order-notices.tsx'))).OpenOrderNotices
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
