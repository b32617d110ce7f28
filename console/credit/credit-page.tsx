import { listDebtors, readCreditLiability } from '#contract/console/credit.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { Credit } from '#web/ui/display/money.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useRefresh } from '../home/use-refresh.ts'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { Strip } from '../panel/facts.tsx'
import { AgePanel } from './age-panel.tsx'
import { CreditViews } from './credit-views.tsx'
import { Debtors } from './debtors.tsx'

/** What is owed to customers, and what some of them owe. */
export function CreditPage() {
  const query = useQuery()
  const { timeZone } = useConsoleSite()
  useTitle('积分')
  const liability = useLoad('liability', (signal) =>
    callConsole(readCreditLiability, {}, { signal, isQuiet: true }),
  )
  useRefresh(liability.reload, liability.data?.isRenewing ?? false)
  const order = query['order'] === 'newest' ? 'newest' : 'largest'
  const { before } = query
  const debtors = useLoad(`${order} ${before}`, (signal) =>
    callConsole(listDebtors, { order, before }, { signal, isQuiet: true }),
  )
  return (
    <>
      <header className="op-head">
        <h1>积分</h1>
        <p>
          {liability.data === undefined
            ? '欠用户的积分，和用户欠的积分。'
            : `截至 ${formatTime(liability.data.credit.takenAt, 'clock', timeZone)}`}
        </p>
      </header>
      <CreditViews />
      <Loaded load={liability} what="积分" lines={8}>
        {({ credit, ages }) => (
          <>
            <Strip
              rows={[
                ['欠用户', <Credit key="owed" credit={credit.owed} />],
                ['其中可用', <Credit key="free" credit={credit.owed - credit.held} />],
                ['其中预留', <Credit key="held" credit={credit.held} />],
                ['用户欠的', <Credit key="debt" credit={credit.debt} />],
                ['欠积分的用户', `${credit.debtors} 位`],
              ]}
            />
            <div className="columns">
              <AgePanel
                title="按到期时间"
                parts={[
                  ['30 天内', credit.within30],
                  ['31–90 天', credit.within90],
                  ['91–180 天', credit.within180],
                  ['181–365 天', credit.within365],
                  ['一年以后', credit.later],
                  ['不会到期', credit.never],
                ]}
              />
              <AgePanel
                title="按发放时间"
                parts={[
                  ['30 天内', ages.within30],
                  ['31–90 天前', ages.within90],
                  ['91–180 天前', ages.within180],
                  ['181–365 天前', ages.within365],
                  ['一年以前', ages.older],
                ]}
              />
            </div>
          </>
        )}
      </Loaded>
      <section className="panel list-panel" aria-labelledby="debtors" aria-busy={debtors.isLoading}>
        <header className="panel-head">
          <h2 id="debtors">欠积分的用户</h2>
        </header>
        <Loaded load={debtors} what="欠积分的用户" lines={4}>
          {(page) => <Debtors page={page} order={order} before={before} />}
        </Loaded>
      </section>
      <p className="faint">
        购买的积分被退款扣回，或使用超出余额，用户就欠积分；以后到账的积分先补上。
      </p>
    </>
  )
}
