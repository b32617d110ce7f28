import type { OutputOf } from '#contract/endpoint.ts'
import { usageSummary, type UsageFilter, usageCsv, usageRecords } from '#contract/credit/usage.ts'
import { call } from '../../lib/call/call.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { formatTime } from '../../lib/format/time.ts'
import type { PageProps } from '../../lib/page/page-module.ts'
import { saveFrom } from '../../lib/save-file.ts'
import { useSite, pageData } from '../../lib/site.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { LoadFailed, Loaded } from '../../ui/feedback/loaded.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { chartDataOf } from './chart-data.ts'
import { CreditNow, CreditNowSkeleton } from './credit-now.tsx'
import { DayTable } from './day-table.tsx'
import { UsageChart } from './usage-chart.tsx'
import { UsageFilters } from './usage-filters.tsx'
import { filterOf, usageQueryOf } from './usage-query.ts'
import { UsageRecords } from './usage-records.tsx'
import { useServerTime } from '../../lib/clock.ts'
import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'
import { searchOf } from '../../lib/href.ts'
import { Button } from '../../ui/action/button.tsx'
import { useAction } from '../../ui/action/use-action.ts'

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
      <PageHead lead="查看每笔扣费的数量、原因和预留退回情况。">
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
            `，退回 ${formatCredit(data.reversed)}，实扣 ${formatCredit(spent)}`}
        </p>
      </div>
      <UsageChart key={`${summary.first} ${summary.last}`} data={data} />
      <DayTable data={data} />
    </>
  )
}

type Card = typeof import('./reminders-card.tsx')

/** The card of reminder mails; it is loaded when the rest of the page is shown. */
function RemindersSection() {
  const [card, setCard] = useState<Card>()

  useEffect(() => {
    loadChunk(() => import('./reminders-card.tsx')).then(
      (loaded) => setCard(loaded),
      () => toast('邮件提醒加载失败，请刷新页面', 'bad'),
    )
  }, [])

  return card ? <card.RemindersCard /> : <div hidden aria-busy />
}

/** Downloads all records of the filter; the browser writes them to the disk as they come. */
function ExportButton({ filter }: { filter: UsageFilter }) {
  const { isBusy, run } = useAction(async () => {
    // a refusal is shown as that of any other call, not as a broken file
    await call(usageRecords, { ...filter, limit: 1 })
    saveFrom(pageData().site.apiBase + usageCsv.path + searchOf({ ...filter }))
  })
  return (
    <Button size="small" icon="save" isBusy={isBusy} onClick={run}>
      导出 CSV
    </Button>
  )
}
