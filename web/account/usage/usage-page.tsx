import type { OutputOf } from '#contract/endpoint.ts'
import { usageSummary } from '#contract/credit/usage.ts'
import { call } from '../../lib/call/call.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { formatTime } from '../../lib/format/time.ts'
import type { PageProps } from '../../lib/page/page-module.ts'
import { useSite } from '../../lib/site.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { LoadFailed, Loaded } from '../../ui/feedback/loaded.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { chartDataOf } from './chart-data.ts'
import { CreditNow, CreditNowSkeleton } from './credit-now.tsx'
import { DayTable } from './day-table.tsx'
import { ExportButton } from './export-button.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { UsageChart } from './usage-chart.tsx'
import { UsageFilters } from './usage-filters.tsx'
import { filterOf, usageQueryOf } from './usage-query.ts'
import { UsageRecords } from './usage-records.tsx'
import { useServerTime } from '../../lib/clock.ts'

/** What the customer's credit was spent on: by day and tool, then charge by charge. */
export default function UsagePage({ query }: PageProps) {
  const { timeZone } = useSite()
  const asked = usageQueryOf(query)
  const today = useServerTime((now) => formatTime(new Date(now).toISOString(), 'date', timeZone))
  const filter = filterOf(asked, today)
  const load = useLoad(JSON.stringify(filter), (signal) =>
    call(usageSummary, filter, { signal, isQuiet: true }),
  )
  return (
    <>
      <PageHead lead="每一笔扣了多少、为什么扣、预留的退回了多少，都在这里。">
        <ExportButton filter={filter} />
      </PageHead>
      {load.data ? (
        <CreditNow credit={load.data.credit} />
      ) : load.error ? (
        <LoadFailed load={load} what="用量" />
      ) : (
        <CreditNowSkeleton />
      )}
      <UsageFilters
        query={asked}
        today={today}
        tools={load.data?.applications ?? []}
        keys={load.data?.keys ?? []}
      />
      <section className="card usage-chart" aria-label="每天的扣费" aria-busy={load.isLoading}>
        <Loaded load={load} what="用量" lines={6}>
          {(summary) => <Trend summary={summary} />}
        </Loaded>
      </section>
      <UsageRecords
        filter={filter}
        isFiltered={asked.tool !== undefined || asked.key !== undefined || asked.days !== '30'}
      />
      <RemindersSection />
    </>
  )
}

function Trend({ summary }: { summary: OutputOf<typeof usageSummary> }) {
  const { creditUnit } = useSite()
  const data = chartDataOf(summary)
  const spent = data.charged - data.reversed
  return (
    <>
      <div className="card-head">
        <h2>每天的扣费</h2>
        <p>
          扣费 <b>{formatCredit(data.charged)}</b> {creditUnit}
          {data.reversed > 0 &&
            `，退回 ${formatCredit(data.reversed)}，实用 ${formatCredit(spent)}`}
        </p>
      </div>
      <UsageChart key={`${summary.first} ${summary.last}`} data={data} />
      <DayTable data={data} />
    </>
  )
}
