import { listConsoleInvoices } from '#contract/console/invoices.ts'
import { searchOf } from '#web/lib/href.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { countText } from '../list/count-text.ts'
import { ExportActions } from '../list/export-actions.tsx'
import { isSameFilter, readFilter } from '../list/filter.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { ViewLink, Views } from '../list/views.tsx'
import { INVOICE_FILTERS, INVOICE_VIEWS, invoicesInput, WAITING_VIEW } from './invoice-filter.ts'
import { InvoicesTable } from './invoices-table.tsx'
import { useWaitingInvoices } from './waiting-invoices.tsx'

/** All invoices, newest first, those that wait the oldest first; filters and page are in the address. */
export function InvoicesPage() {
  const query = useQuery()
  useTitle('发票')
  const filter = readFilter(INVOICE_FILTERS, query)
  const { before } = query
  const { count: waiting } = useWaitingInvoices()
  const load = useLoad(searchOf({ ...filter, before }), (signal) =>
    callConsole(listConsoleInvoices, invoicesInput(filter, before), { signal, isQuiet: true }),
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <header className="op-head">
        <h1>发票</h1>
        {load.data && !load.error && (
          <p role="status">{countText(load.data.count, '张', isFiltered)}</p>
        )}
        <ExportActions list="invoices" filter={filter} />
      </header>
      <Views label="视图">
        {INVOICE_VIEWS.map((view) => (
          <ViewLink
            key={view.name}
            to={consoleHref('/invoices', view.filter)}
            isCurrent={isSameFilter(view.filter, filter)}
            {...(view === WAITING_VIEW && waiting > 0 && { count: waiting })}
          >
            {view.name}
          </ViewLink>
        ))}
      </Views>
      <FilterBar path="/invoices" fields={INVOICE_FILTERS} filter={filter} />
      <section className="panel list-panel" aria-label="发票列表" aria-busy={load.isLoading}>
        <Loaded load={load} what="发票" lines={12}>
          {({ invoices, next }) => (
            <>
              {invoices.length === 0 ? (
                <NoInvoices isFiltered={isFiltered} isWaiting={filter['open'] === '1'} />
              ) : (
                <InvoicesTable invoices={invoices} isOldestFirst={filter['open'] === '1'} />
              )}
              <ListFoot path="/invoices" filter={filter} before={before} next={next} />
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}

function NoInvoices({ isFiltered, isWaiting }: { isFiltered: boolean; isWaiting: boolean }) {
  if (!isFiltered)
    return (
      <Empty heading="h2" title="还没有人申请发票">
        用户申请后会出现在这里。
      </Empty>
    )
  return (
    <Empty
      heading="h2"
      title={isWaiting ? '没有等待处理的发票' : '没有符合的发票'}
      action={<ButtonLink to={consoleHref('/invoices')}>看全部发票</ButtonLink>}
    >
      {isWaiting ? '待开和需红冲的会出现在这里。' : '换个条件，或者清除筛选。'}
    </Empty>
  )
}
