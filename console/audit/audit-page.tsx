import { listAudit } from '#contract/console/audit.ts'
import { searchOf } from '#web/lib/href.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { ExportActions } from '../list/export-actions.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { auditInput, readAuditFilter } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'

/** What operators did, newest first. */
export function AuditPage() {
  const query = useQuery()
  useTitle('操作记录')
  const filter = readAuditFilter(query)
  const { before } = query
  const key = searchOf({ ...filter, before })
  const load = useLoad(key, (signal) =>
    callConsole(listAudit, auditInput(query), { signal, isQuiet: true }),
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <header className="op-head">
        <h1>操作记录</h1>
        <p>控制台和命令行里做过的每一件事，只增不改。</p>
        <ExportActions list="audit" filter={filter} />
      </header>
      <AuditFilters key={searchOf(filter)} filter={filter} commands={load.data?.commands ?? []} />
      <section className="panel list-panel" aria-label="操作记录" aria-busy={load.isLoading}>
        <Loaded load={load} what="操作记录" lines={10}>
          {({ entries, next }) => (
            <>
              {entries.length === 0 ? (
                <Empty heading="h2" title={isFiltered ? '没有符合的记录' : '还没有记录'}>
                  {isFiltered ? '换个条件，或者清除筛选。' : '在这里或命令行里做的事会记在这里。'}
                </Empty>
              ) : (
                <AuditTable entries={entries} />
              )}
              <ListFoot path="/audit" filter={filter} before={before} next={next} />
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}
