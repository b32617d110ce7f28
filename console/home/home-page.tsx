import { listAudit } from '#contract/console/audit.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionForms } from '../actions/action-forms.tsx'
import { QuickActions } from '../actions/action-groups.tsx'
import { AuditTable } from '../audit/audit-table.tsx'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useOperator } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { formatToday, greetingAt } from './greeting.ts'

const NEWEST = 10

/** A greeting, the actions of the role and the newest rows of the audit. */
export function HomePage() {
  const { name } = useOperator()
  const { timeZone } = useConsoleSite()
  const forms = useActionForms()
  const audit = useLoad('newest-audit', (signal) =>
    callConsole(listAudit, { limit: NEWEST }, { signal, isQuiet: true }),
  )
  const now = new Date()
  useTitle('首页')
  return (
    <>
      <header className="op-head">
        <h1>
          {greetingAt(now, timeZone)}，{name}
        </h1>
        <p>{formatToday(now, timeZone)}</p>
      </header>
      <Loaded load={forms} what="操作" lines={4}>
        {({ groups }) => groups.length > 0 && <QuickActions groups={groups} />}
      </Loaded>
      <section className="panel list-panel" aria-labelledby="newest">
        <header className="panel-head">
          <h2 id="newest">最近的操作</h2>
          <Link to="/audit">全部记录</Link>
        </header>
        <Loaded load={audit} what="操作记录" lines={6}>
          {({ entries }) =>
            entries.length === 0 ? (
              <Empty title="还没有记录">在这里或命令行里做的事会记在这里。</Empty>
            ) : (
              <AuditTable entries={entries} />
            )
          }
        </Loaded>
      </section>
    </>
  )
}
