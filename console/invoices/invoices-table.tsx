import type { InvoiceListItem } from '#contract/console/invoices.ts'
import { TITLE_KIND_LABELS } from '#contract/invoices/invoice-fields.ts'
import { useLocation } from '#web/lib/router/contexts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { InvoiceStateTag } from '#web/ui/display/invoice-state-tag.tsx'
import { Money } from '#web/ui/display/money.tsx'
import { invoiceHref, userHref } from '../lib/console-href.ts'
import { type Column, CutCell, RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'

const COLUMNS: readonly Column[] = [
  { head: '抬头' },
  { head: '申请' },
  { head: '税号', className: 'w-mid' },
  { head: '金额', className: 'right' },
  { head: '订单', className: 'right w-mid' },
  { head: '状态' },
  { head: '用户' },
  { head: '发票号码', className: 'w-late' },
]

interface InvoicesTableProps {
  invoices: readonly InvoiceListItem[]
  isOldestFirst: boolean
}

export function InvoicesTable({ invoices, isOldestFirst }: InvoicesTableProps) {
  const { search } = useLocation()
  const caption = isOldestFirst ? '发票，等得最久的在上面' : '发票，最新的在上面'
  return (
    <RowTable caption={caption} columns={COLUMNS}>
      {invoices.map((invoice) => (
        <tr key={invoice.id}>
          <td className="n-lead cut grows" title={invoice.name}>
            <Link
              data-row
              className="row-link"
              to={invoiceHref(invoice.id)}
              state={{ list: search }}
            >
              {invoice.name}
            </Link>
          </td>
          <td className="n-time">
            <DayTime iso={invoice.requestedAt} />
          </td>
          <CutCell
            className="w-mid number"
            text={invoice.taxNumber ?? TITLE_KIND_LABELS[invoice.kind]}
          />
          <td className="right n-sum">
            <Money amount={invoice.amount} currency={invoice.currency} />
          </td>
          <td className="right w-mid">{invoice.orders}</td>
          <td className="n-state">
            <InvoiceStateTag state={invoice.state} />
          </td>
          <Customer user={invoice.user} />
          <CutCell className="w-late number" text={invoice.number} />
        </tr>
      ))}
    </RowTable>
  )
}

function Customer({ user }: Pick<InvoiceListItem, 'user'>) {
  if (user === null)
    return (
      <td className="n-who cut grows">
        <span className="faint">已注销的用户</span>
      </td>
    )
  return (
    <td className="n-who cut grows" title={user.email}>
      <Link to={userHref(user.id)}>{user.email}</Link>
    </td>
  )
}
