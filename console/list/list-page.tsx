import type { ReactNode } from 'react'
import type { ExportedListName } from '#contract/console/exports.ts'
import { searchOf } from '#web/lib/href.ts'
import { useLocation } from '#web/lib/router/contexts.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { type ActionStarter, useActionDialog } from '../actions/use-action-dialog.tsx'
import { useRefresh } from '../home/use-refresh.ts'
import { consoleHref, type ConsolePath } from '../lib/console-href.ts'
import { useOperator } from '../lib/session.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ExportButton } from './export-button.tsx'
import { type Filter, type FilterField, readFilter } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { ListFoot } from './list-foot.tsx'
import { type RowColumn, RowsTable } from './row-table.tsx'
import { formatCredit } from '#web/lib/format/money.ts'

/** What columns, views and words of a list may depend on. */
export interface ListContext<Data> {
  filter: Filter
  isFiltered: boolean
  data: Data
  /** The query of the list, for the way back from a row's page. */
  search: string
  actions: ActionStarter
}

interface Words {
  title: string
  text: string
}

interface ListPageProps<Data, Row> {
  path: ConsolePath
  /** The heading, and the noun for what is loaded. */
  title: string
  /** The list's name for screen readers, with its order. */
  caption: string | ((context: ListContext<Data>) => string)
  /** The filters that the address may name, in the order of their chips. */
  fields?: readonly FilterField[]
  /** Those that have a chip; all when absent. */
  chips?: (filter: Filter, data: Data | undefined) => readonly FilterField[]
  /** Its name as a file; absent: it is not exported. */
  exported?: ExportedListName
  /** A sentence beside the heading. */
  note?: string
  /** The sentence about the loaded rows; `unit` counts them. */
  status?: (context: ListContext<Data>) => string
  /** Buttons beside the export. */
  buttons?: (actions: ActionStarter) => ReactNode
  /** What stands above the filters, such as views. */
  views?: (filter: Filter) => ReactNode
  read: (
    filter: Filter,
    before: string | undefined,
    options: { signal: AbortSignal; isQuiet: true },
  ) => Promise<Data>
  rows: (data: Data) => readonly Row[]
  keyOf: (row: Row) => string
  /** The row that the address names, which is marked and scrolled to. */
  isMarked?: (row: Row, filter: Filter) => boolean
  columns: (context: ListContext<Data>) => readonly RowColumn<Row>[]
  /** Without any row; `filtered` when the filter leaves none, if it is not only that nothing matches. */
  empty: Words & { filtered?: (filter: Filter) => Words }
  isByTime?: (filter: Filter) => boolean
  /** The server counts anew: the list is loaded again in a moment. */
  isRenewing?: (data: Data) => boolean
}

/** A list of the console: its filters and its page are in the address. */
export function ListPage<Data extends { next: string | null }, Row>(
  props: ListPageProps<Data, Row>,
) {
  const { path, title, fields = [], exported } = props
  const query = useQuery()
  const { search } = useLocation()
  const { permissions } = useOperator()
  useTitle(title)
  const filter = readFilter(fields, query)
  const isFiltered = Object.keys(filter).length > 0
  const { before } = query
  const load = useLoad(searchOf({ ...filter, before }), (signal) =>
    props.read(filter, before, { signal, isQuiet: true }),
  )
  useRefresh(load.reload, load.data !== undefined && (props.isRenewing?.(load.data) ?? false))
  const actions = useActionDialog(load.reload)
  const contextOf = (data: Data) => ({ filter, isFiltered, data, search, actions })
  const buttons = props.buttons?.(actions)
  return (
    <>
      <header className="op-head">
        <h1>{title}</h1>
        {props.note !== undefined && <p>{props.note}</p>}
        {props.status && load.data && !load.error && (
          <p role="status">{props.status(contextOf(load.data))}</p>
        )}
        {(buttons !== undefined || (exported && permissions.includes('export'))) && (
          <span className="row-actions">
            {exported && <ExportButton list={exported} filter={filter} />}
            {buttons}
          </span>
        )}
      </header>
      {props.views?.(filter)}
      {fields.length > 0 && (
        <FilterBar
          path={path}
          fields={props.chips?.(filter, load.data) ?? fields}
          filter={filter}
        />
      )}
      <section className="panel list-panel" aria-label={`${title}列表`} aria-busy={load.isLoading}>
        <Loaded load={load} what={title} lines={12}>
          {(data) => (
            <>
              <Rows list={props} context={contextOf(data)} />
              <ListFoot
                path={path}
                filter={filter}
                before={before}
                next={data.next}
                isByTime={props.isByTime?.(filter) ?? true}
              />
            </>
          )}
        </Loaded>
      </section>
      {actions.dialog}
    </>
  )
}

interface RowsProps<Data, Row> {
  list: ListPageProps<Data, Row>
  context: ListContext<Data>
}

function Rows<Data, Row>({ list, context }: RowsProps<Data, Row>) {
  const { path, title, rows, caption, keyOf, isMarked, columns, empty } = list
  const { data, filter, isFiltered } = context
  const shown = rows(data)
  if (shown.length > 0)
    return (
      <RowsTable<Row>
        caption={typeof caption === 'string' ? caption : caption(context)}
        columns={columns(context)}
        rows={shown}
        keyOf={keyOf}
        isMarked={isMarked && ((row) => isMarked(row, filter))}
      />
    )
  if (!isFiltered)
    return (
      <Empty heading="h2" title={empty.title}>
        {empty.text}
      </Empty>
    )
  const words = empty.filtered?.(filter) ?? {
    title: `没有符合的${title}`,
    text: '换个条件，或者清除筛选。',
  }
  return (
    <Empty
      heading="h2"
      title={words.title}
      action={<ButtonLink to={consoleHref(path)}>看全部{title}</ButtonLink>}
    >
      {words.text}
    </Empty>
  )
}

/** How many rows a list has on all its pages; `isMore`: at least so many, since counting on would take long. */
export function countText(
  { count, isMore }: { count: number; isMore: boolean },
  unit: string,
  isFiltered: boolean,
): string {
  return `${isMore ? '至少 ' : ''}${formatCredit(count)} ${unit}${isFiltered ? '符合' : ''}`
}
