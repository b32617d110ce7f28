import { type MoneyFigures, readFigures } from '#contract/console/figures/figures.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { Loaded, LoadFailed } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionForms } from '../actions/action-forms.tsx'
import { QuickActions } from '../actions/action-groups.tsx'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useOperator } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { CreditPanel } from './credit-panel.tsx'
import { HealthStrip } from './health-strip.tsx'
import { KeyFigures } from './key-figures.tsx'
import { SuccessPanel } from './success-panel.tsx'
import { useRefresh } from './use-refresh.ts'
import { WaitingPanel } from './waiting-panel.tsx'
import { now } from '#web/lib/clock.ts'
import { formatMoney } from '#web/lib/format/money.ts'
import { DayTable } from '../chart/day-table.tsx'
import { RevenueChart } from '../chart/revenue-chart.tsx'
import { netOf } from './money-text.ts'
import { Link } from '#web/lib/router/link.tsx'
import { PanelNone } from '../panel/panel.tsx'
import { SourcesTable } from '../sources/sources-table.tsx'

/** What waits for a person, the figures of the shop, and the actions of the role. */
export function HomePage() {
  const { name } = useOperator()
  const { timeZone, without } = useConsoleSite()
  const actions = useActionForms()
  const load = useLoad('figures', (signal) =>
    callConsole(readFigures, {}, { signal, isQuiet: true, isSilent: true }),
  )
  useTitle('首页')
  useRefresh(load.reload, load.data?.isRenewing ?? false)
  const { data: figures } = load
  const today = new Date(now())
  return (
    <>
      <header className="op-head">
        <h1>
          {greetingAt(today, timeZone)}，{name}
        </h1>
        <p>
          {formatToday(today, timeZone)}
          {figures && `，数据截至 ${formatTime(figures.money.takenAt, 'clock', timeZone)}`}
        </p>
      </header>
      {load.error && <LoadFailed load={load} what={figures ? '最新的数字' : '数字'} />}
      {!figures && !load.error && <FiguresLoading />}
      {figures && (
        <>
          <WaitingPanel waiting={figures.waiting} />
          <KeyFigures money={figures.money} />
          <div className="op-grid">
            <RevenuePanel money={figures.money} />
            <SuccessPanel week={figures.money.week} />
            {!without.includes('sources') && <SourcesPanel week={figures.money.week} />}
            <CreditPanel credit={figures.credit} />
          </div>
          <HealthStrip health={figures.health} />
        </>
      )}
      <Loaded load={actions} what="操作">
        {({ groups }) => groups.length > 0 && <QuickActions groups={groups} />}
      </Loaded>
    </>
  )
}

function FiguresLoading() {
  return (
    <section className="panel" aria-label="数字">
      <Skeleton lines={8} />
    </section>
  )
}

/** 早上好 and the like, by the hour in the site's time zone. */
function greetingAt(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone })
  const hour = Number(format.format(time))
  if (hour < 5 || hour >= 23) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

/** 11 月 20 日 周五 21:40. */
function formatToday(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('zh-CN', {
    month: 'numeric',
    day: 'numeric',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  const part = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]))
  const of = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? ''
  return `${of('month')} 月 ${of('day')} 日 ${of('weekday')} ${of('hour')}:${of('minute')}`
}

/** 30 days of the shop's own currency; other currencies have sums of their own. */
function RevenuePanel({ money: { days, takenAt } }: { money: MoneyFigures }) {
  const { timeZone } = useConsoleSite()
  const { currency } = days[0]!
  const own = days.filter((day) => day.currency === currency)
  const others = [...new Set(days.map((day) => day.currency))].slice(1)
  const sumOf = (wanted: string) =>
    days.filter((day) => day.currency === wanted).reduce((all, day) => all + netOf(day), 0)
  return (
    <section className="panel w-7 chart-panel" aria-labelledby="revenue">
      <header className="panel-head">
        <h2 id="revenue">30 天净收</h2>
        {others.length > 0 && (
          <span className="faint">
            另有 {others.map((each) => formatMoney(sumOf(each), each)).join('、')} 未折算
          </span>
        )}
        <strong className="end number">{formatMoney(sumOf(currency), currency)}</strong>
      </header>
      <div className="panel-body">
        <RevenueChart days={own} until={formatTime(takenAt, 'clock', timeZone)} />
        <DayTable days={own} />
        {others.map((each) => (
          <div key={each}>
            <p className="faint">{each.toUpperCase()}</p>
            <DayTable days={days.filter((day) => day.currency === each)} />
          </div>
        ))}
      </div>
    </section>
  )
}

const SHOWN = 7

/** Where money comes from. */
function SourcesPanel({ week: { sources, from, to } }: { week: MoneyFigures['week'] }) {
  const { currency } = useConsoleSite()
  return (
    <section className="panel w-7" aria-labelledby="sources">
      <header className="panel-head">
        <h2 id="sources">收入来源</h2>
        <span className="faint">7 天</span>
        <Link to="/sources">全部来源</Link>
      </header>
      {sources.length === 0 ? (
        <PanelNone>近 7 天没有访问。</PanelNone>
      ) : (
        <SourcesTable
          caption="7 天的来源"
          sources={sources}
          span={{ from, to }}
          currency={currency}
          most={SHOWN}
        />
      )}
    </section>
  )
}
