import { api } from '#contract/api.ts'
import type { Combo } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { useSite } from '../../lib/site.ts'
import type { PageProps } from '../../lib/page/page-module.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { BalancePanel, BalanceSkeleton } from '../../credit/balance-panel.tsx'
import { LoadFailed, Loaded } from '../../ui/feedback/loaded.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { usePlansOnSale } from '../plans/use-plans-on-sale.ts'
import { AllLots } from '../../credit/all-lots.tsx'
import { EntriesSection } from '../../credit/entries-section.tsx'
import { entryQueryOf } from '../../credit/entry-query.ts'
import { NoPlans } from '../plans/no-plans.tsx'
import { PlanLinks } from './plan-links.tsx'

/** Balance, plans and ledger entries on one page. */
export default function RechargeCenterPage({ query }: PageProps) {
  const { plans, load } = usePlansOnSale()
  return (
    <>
      <PageHead lead="一次付款，按用量扣，不自动续费。还剩多少、用在了哪里，下面都有账。" />
      <BalanceNow />
      <section aria-labelledby="plans">
        <div className="card-head">
          <h2 id="plans">选一份套餐</h2>
        </div>
        {plans ? (
          <Plans onSale={plans} />
        ) : (
          <Loaded load={load} what="套餐" lines={6}>
            {(onSale) => <Plans onSale={onSale} />}
          </Loaded>
        )}
      </section>
      <EntriesSection {...entryQueryOf(query)} />
    </>
  )
}

function Plans({ onSale }: { onSale: readonly Combo[] }) {
  return onSale.length === 0 ? <NoPlans /> : <PlanLinks plans={onSale} />
}

function BalanceNow() {
  const { toolsUrl, toolsLabel } = useSite()
  const load = useLoad('profile', (signal) =>
    call(api.account.profile, {}, { signal, isQuiet: true }),
  )
  if (load.error) return <LoadFailed load={load} what="余额" />
  if (!load.data) return <BalanceSkeleton hasNote />
  const { balance, held, expiring } = load.data.credit
  return (
    <>
      <BalancePanel
        balance={balance}
        held={held}
        lots={expiring}
        note={
          balance === 0
            ? '下面选一份套餐，付款后马上就能用。'
            : '先用快到期的，同时到期的先用赠送的。'
        }
        actions={
          <OutsideLink className="button" data-kind="secondary" href={toolsUrl}>
            打开 {toolsLabel}
          </OutsideLink>
        }
      />
      <AllLots lots={expiring} />
    </>
  )
}
