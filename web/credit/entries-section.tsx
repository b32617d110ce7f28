import { creditEntries } from '#contract/credit/ledger.ts'
import { CREDIT_ENTRY_TYPES, type CreditEntry } from '#contract/shapes.ts'
import { call } from '../lib/call/call.ts'
import { useNavigate } from '../lib/router/contexts.ts'
import { useSite } from '../lib/site.ts'
import { useHydrated } from '../lib/loading/use-hydrated.ts'
import { ButtonLink } from '../ui/action/button.tsx'
import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { Empty } from '../ui/feedback/empty.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Pagination } from '../ui/table/pagination.tsx'
import { useLoad } from '../ui/feedback/use-load.ts'
import { entriesHref, type EntryQuery, entryQueryOf } from './entry-query.ts'
import { href } from '../lib/href.ts'
import { formatCredit } from '../lib/format/money.ts'
import { Link } from '../lib/router/link.tsx'
import { type Column, Table } from '../ui/table/table.tsx'
import { TimeText } from '../ui/display/time-text.tsx'

const PAGE_SIZE = 10

/** The ledger entries, filtered by type and page, which are kept in the address. */
export function EntriesSection({ type, page }: EntryQuery) {
  const { creditUnit } = useSite()
  const load = useLoad(entriesHref({ type, page }), (signal) =>
    call(
      creditEntries,
      { page, pageSize: PAGE_SIZE, ...(type && { type }) },
      { signal, isQuiet: true },
    ),
  )
  return (
    <section className="entries" aria-labelledby="entries" aria-busy={load.isLoading}>
      <div className="card-head">
        <h2 id="entries">{creditUnit}流水</h2>
        <TypeFilter type={type} />
      </div>
      <div className="card orders-card">
        <Loaded load={load} what={`${creditUnit}流水`} lines={8}>
          {({ list, total }) =>
            list.length === 0 ? (
              <NoEntries type={type} isPastEnd={total > 0} />
            ) : (
              <EntriesTable entries={list} />
            )
          }
        </Loaded>
      </div>
      {load.data && !load.error && (
        <Pagination
          page={page}
          pageSize={PAGE_SIZE}
          total={load.data.total}
          // the entries are far below the top of the page
          to={(other) => `${entriesHref({ type, page: other })}#entries`}
        />
      )}
    </section>
  )
}

function TypeFilter({ type }: Pick<EntryQuery, 'type'>) {
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  return (
    <select
      className="input"
      aria-label="流水类型"
      disabled={!isHydrated}
      value={type ?? ''}
      onChange={({ currentTarget }) => {
        const chosen = entryQueryOf({ type: currentTarget.value })
        void navigate(entriesHref(chosen), { preventScrollReset: true })
      }}
    >
      <option value="">全部类型</option>
      {CREDIT_ENTRY_TYPES.map((each) => (
        <option key={each} value={each}>
          {CREDIT_ENTRY_LABELS[each]}
        </option>
      ))}
    </select>
  )
}

interface NoEntriesProps extends Pick<EntryQuery, 'type'> {
  /** The page number is past the last page. */
  isPastEnd: boolean
}

function NoEntries({ type, isPastEnd }: NoEntriesProps) {
  if (isPastEnd) {
    return (
      <Empty
        title="这一页没有流水"
        action={<ButtonLink to={entriesHref({ type, page: 1 })}>回到第一页</ButtonLink>}
      >
        没有更多流水。
      </Empty>
    )
  }
  if (type !== undefined) {
    return (
      <Empty
        title={`没有“${CREDIT_ENTRY_LABELS[type]}”的流水`}
        action={
          <ButtonLink to={entriesHref({ type: undefined, page: 1 })}>查看全部流水</ButtonLink>
        }
      >
        请选择其他类型。
      </Empty>
    )
  }
  return <Empty title="还没有流水">每次充值和使用都会记录在这里。</Empty>
}

const COLUMNS: readonly Column<CreditEntry>[] = [
  { head: '类型', place: 'lead', cell: ({ type }) => CREDIT_ENTRY_LABELS[type] },
  { head: '说明', cell: (entry) => <About entry={entry} /> },
  { head: '时间', cell: ({ createdAt }) => <TimeText iso={createdAt} /> },
  {
    head: '变动',
    place: 'state',
    kind: 'number',
    cell: ({ delta }) => (
      <span className={delta > 0 ? 'plus' : undefined}>{formatCredit(delta, true)}</span>
    ),
  },
  { head: '余额', kind: 'number', cell: ({ balanceAfter }) => formatCredit(balanceAfter) },
]

/** Ledger entries, newest first. */
function EntriesTable({ entries }: { entries: readonly CreditEntry[] }) {
  const { creditUnit } = useSite()
  return (
    <Table caption={`${creditUnit}流水`} columns={COLUMNS} rows={entries} keyOf={({ id }) => id} />
  )
}

/** The reason of an entry, with a link to its order. */
function About({ entry: { planName, reason, orderId, orderNo } }: { entry: CreditEntry }) {
  if (!reason && !orderId) return <span className="faint">—</span>
  return (
    <span className="entry-about">
      {[planName, reason].filter(Boolean).join(' · ')}
      {orderId && <Link to={href('/account/order', { id: orderId })}>{orderNo ?? '查看订单'}</Link>}
    </span>
  )
}
