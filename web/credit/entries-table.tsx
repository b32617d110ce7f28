import type { CreditEntry } from '#contract/shapes.ts'
import { href } from '../lib/href.ts'
import { formatCredit } from '../lib/format/money.ts'
import { Link } from '../lib/router/link.tsx'
import { useSite } from '../lib/site.ts'
import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { type Column, Table } from '../ui/table/table.tsx'
import { TimeText } from '../ui/display/time-text.tsx'

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
export function EntriesTable({ entries }: { entries: readonly CreditEntry[] }) {
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
