import { listConsoleEvents } from '#contract/console/events.ts'
import { searchOf } from '#web/lib/href.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ExportButton } from '../list/export-button.tsx'
import { type FilterField, readFilter } from '../list/filter.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { EventsTable } from './events-table.tsx'

const FILTERS: readonly FilterField[] = [
  { kind: 'text', name: 'type', label: '类型', placeholder: 'payment_intent.succeeded' },
  { kind: 'text', name: 'order', label: '订单', placeholder: '订单号或支付意图' },
  { kind: 'text', name: 'id', label: '编号', placeholder: 'evt_…' },
]

/** The provider's events, newest first; `id` in the address finds and marks one. */
export function EventsPage() {
  const query = useQuery()
  useTitle('支付事件')
  const filter = readFilter(FILTERS, query)
  const { before } = query
  const load = useLoad(searchOf({ ...filter, before }), (signal) =>
    callConsole(listConsoleEvents, { ...filter, before }, { signal, isQuiet: true }),
  )
  const actions = useActionDialog(load.reload)
  return (
    <>
      <header className="op-head">
        <h1>支付事件</h1>
        <p>支付平台发来并处理过的通知，保留 90 天。</p>
        <span className="row-actions">
          <ExportButton list="events" filter={filter} />
          <ActionButton actions={actions} command="events replay" icon="again">
            按编号重放
          </ActionButton>
        </span>
      </header>
      <FilterBar path="/events" fields={FILTERS} filter={filter} />
      <section className="panel list-panel" aria-label="事件列表" aria-busy={load.isLoading}>
        <Loaded load={load} what="支付事件" lines={12}>
          {({ events, next }) => (
            <>
              {events.length === 0 ? (
                <Empty heading="h2" title="没有事件">
                  {Object.keys(filter).length > 0
                    ? '没有符合的事件，换个条件或者清除筛选。'
                    : '支付平台的通知处理后会出现在这里。'}
                </Empty>
              ) : (
                <EventsTable events={events} marked={filter['id']} actions={actions} />
              )}
              <ListFoot path="/events" filter={filter} before={before} next={next} />
            </>
          )}
        </Loaded>
      </section>
      {actions.dialog}
    </>
  )
}
