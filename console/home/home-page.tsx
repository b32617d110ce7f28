import { readFigures } from '#contract/console/figures/figures.ts'
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
import { formatToday, greetingAt } from './greeting.ts'
import { HealthStrip } from './health-strip.tsx'
import { KeyFigures } from './key-figures.tsx'
import { RevenuePanel } from './revenue-panel.tsx'
import { SourcesPanel } from './sources-panel.tsx'
import { SuccessPanel } from './success-panel.tsx'
import { useRefresh } from './use-refresh.ts'
import { WaitingPanel } from './waiting-panel.tsx'
import { now } from '#web/lib/clock.ts'

/** What waits for a person, the figures of the shop, and the actions of the role. */
export function HomePage() {
  const { name } = useOperator()
  const { timeZone } = useConsoleSite()
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
            <SourcesPanel week={figures.money.week} />
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
