import type { Combo } from '#contract/shapes.ts'
import { useSite } from '../../lib/site.ts'
import type { PageProps } from '../../lib/page/page-module.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { BalancePanel, BalanceSkeleton, MAX_SHOWN_LOTS } from '../../credit/balance-panel.tsx'
import { LoadFailed, Loaded } from '../../ui/feedback/loaded.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { useEarlyProfile } from '../../credit/use-early-profile.ts'
import { usePlansOnSale } from '../plans/use-plans-on-sale.ts'
import { EntriesSection } from '../../credit/entries-section.tsx'
import { entryQueryOf } from '../../credit/entry-query.ts'
import { useSupport } from '../../shell/help/support.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { href } from '../../lib/href.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { PlanChoice } from '../plans/plan-choice.tsx'
import { SoldOutButton } from '../plans/sold-out-button.tsx'
import { type ExpiringLot, groupLotsByDay } from '../../credit/lots.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'

/** Balance, plans and ledger entries on one page. */
export default function RechargeCenterPage({ query }: PageProps) {
  const { plans, load } = usePlansOnSale()
  return (
    <>
      <PageHead lead="一次付款，按用量扣除，不自动续费。" />
      <BalanceNow />
      <section aria-labelledby="plans">
        <div className="card-head">
          <h2 id="plans">选择套餐</h2>
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
  const load = useEarlyProfile()
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
          balance === 0 ? '选择套餐，付款后即可使用。' : '先扣最快到期的，同时到期的先扣赠送的。'
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

/** Shown while no plan is on sale. */
function NoPlans() {
  const [chat] = useSupport().chats
  return (
    <div className="card">
      <Empty
        title="暂时没有在售的套餐"
        action={
          chat && (
            <OutsideLink className="button" data-kind="secondary" href={chat.url}>
              联系客服
            </OutsideLink>
          )
        }
      >
        请稍后再来，或联系客服。
      </Empty>
    </div>
  )
}

/** The plans on sale, each with a link to its checkout. */
function PlanLinks({ plans }: { plans: readonly Combo[] }) {
  return (
    <ul className="plan-links">
      {plans.map((plan) => (
        <li key={plan.id} className="card" data-best={plan.recommended ? '' : undefined}>
          <PlanChoice plan={plan} />
          {plan.isSoldOut ? (
            <SoldOutButton plan={plan} />
          ) : (
            <ButtonLink
              kind={plan.recommended ? 'primary' : 'secondary'}
              isWide
              to={href('/account/recharge', { plan: plan.id })}
            >
              去支付<span className="unseen">{plan.name}</span>
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  )
}

/** All lots by expiry, soonest first; empty where the balance panel shows them all. */
function AllLots({ lots }: { lots: readonly ExpiringLot[] }) {
  const { timeZone } = useSite()
  const days = groupLotsByDay(lots, timeZone)
  if (days.length <= MAX_SHOWN_LOTS) return null
  return (
    <details className="all-lots">
      <summary>
        全部 {days.length} 批的有效期
        <Icon name="down" />
      </summary>
      <ul className="list card">
        {days.map((lot) => (
          <li key={lot.expiresAt}>
            <span className="number">{formatCredit(lot.amount)}</span>
            <span className="end">
              {lot.expiresAt === null ? (
                '长期有效'
              ) : (
                <>
                  <TimeText iso={lot.expiresAt} style="date" /> 到期
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
