import { readSources } from '#contract/console/figures/figures.ts'
import { SOURCE_PERIODS } from '#contract/traffic-sources.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useRefresh } from '../home/use-refresh.ts'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ViewLink, Views } from '../list/views.tsx'
import { SourcesTable } from './sources-table.tsx'

/** All traffic sources of a period, which is in the address. */
export function SourcesPage() {
  const query = useQuery()
  const { timeZone, currency } = useConsoleSite()
  useTitle('来源')
  const days = SOURCE_PERIODS.find((each) => each === query['days']) ?? '7'
  const load = useLoad(days, (signal) =>
    callConsole(readSources, { days }, { signal, isQuiet: true }),
  )
  useRefresh(load.reload, load.data?.isRenewing ?? false)
  return (
    <>
      <header className="op-head">
        <h1>来源</h1>
        <p>
          {load.data === undefined
            ? '访问、注册、下单和付款，按来源。'
            : `${load.data.from} 至 ${load.data.to}，截至 ${formatTime(load.data.takenAt, 'clock', timeZone)}`}
        </p>
      </header>
      <Views label="时段">
        {SOURCE_PERIODS.map((each) => (
          <ViewLink
            key={each}
            to={consoleHref('/sources', { days: each })}
            isCurrent={each === days}
          >
            {each} 天
          </ViewLink>
        ))}
      </Views>
      <section className="panel" aria-label="来源" aria-busy={load.isLoading}>
        <Loaded load={load} what="来源" lines={8}>
          {({ sources, from, to }) =>
            sources.length === 0 ? (
              <Empty heading="h2" title="这段时间没有访问">
                有人打开网站后，会按来源记在这里。
              </Empty>
            ) : (
              <SourcesTable
                caption={`${days} 天的来源`}
                sources={sources}
                span={{ from, to }}
                currency={currency}
              />
            )
          }
        </Loaded>
      </section>
      <p className="faint">
        访问按浏览器打开一次算一次，不记录是谁。注册、下单、付款按当时记下的来源算；净收是这段时间入账的款项减去退款与争议。
        <br />
        给链接加上 ?source=名称，就会出现一个新的来源。
      </p>
    </>
  )
}
