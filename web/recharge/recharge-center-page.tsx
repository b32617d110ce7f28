import { api } from '#contract/api.ts'
import { call } from '../lib/call.ts'
import { useSite } from '../lib/site.ts'
import type { PageProps } from '../routes.ts'
import { PageHead } from '../shell/page-head.tsx'
import { BalancePanel } from '../ui/balance-panel.tsx'
import { LoadFailed, Loaded } from '../ui/loaded.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../ui/use-load.ts'
import { AllLots } from './all-lots.tsx'
import { EntriesSection } from './entries-section.tsx'
import { entryQueryOf } from './entry-query.ts'
import { NoPlans } from './no-plans.tsx'
import { PlanLinks } from './plan-links.tsx'

/** What credit there is, what can be bought, and where credit went. */
export default function RechargeCenterPage({ query }: PageProps) {
  const plans = useLoad('plans', (signal) =>
    call(api.recharge.comboList, {}, { signal, isQuiet: true }),
  )
  return (
    <>
      <PageHead lead="一次付款，按用量扣，不自动续费。" />
      <BalanceNow />
      <section aria-labelledby="plans">
        <div className="card-head">
          <h2 id="plans">选一份套餐</h2>
        </div>
        <Loaded load={plans} what="套餐" lines={6}>
          {(onSale) => (onSale.length === 0 ? <NoPlans /> : <PlanLinks plans={onSale} />)}
        </Loaded>
      </section>
      <EntriesSection {...entryQueryOf(query)} />
    </>
  )
}

function BalanceNow() {
  const { toolsUrl, toolsLabel } = useSite()
  const load = useLoad('profile', (signal) =>
    call(api.account.profile, {}, { signal, isQuiet: true }),
  )
  if (load.error) return <LoadFailed load={load} what="余额" />
  if (!load.data) {
    return (
      <section className="balance night">
        <Skeleton />
      </section>
    )
  }
  const { balance, expiring } = load.data.credit
  return (
    <>
      <BalancePanel
        balance={balance}
        lots={expiring}
        note={noteOf(balance)}
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

function noteOf(balance: number): string | undefined {
  if (balance < 0) return '退款扣回的那份里有一部分已经用掉，下次充值会先补上差额。'
  return balance === 0 ? '下面选一份套餐，付款后马上就能用。' : '先用赠送的，再用快到期的。'
}
