import type { InvoiceListItem } from '#contract/console/invoices.ts'
import { TITLE_KIND_LABELS } from '#contract/invoices/invoice-fields.ts'
import { useLocation } from '#web/lib/router/contexts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { InvoiceStateTag } from '#web/ui/display/invoice-state-tag.tsx'
import { Money } from '#web/ui/display/money.tsx'
import { invoiceHref, userHref } from '../lib/console-href.ts'
import { Cell, type Column, CutCell, Row, RowTable } from '../list/row-table.tsx'
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
        <Row key={invoice.id}>
          <Cell className="n-lead cut grows" title={invoice.name}>
            <Link
              data-row
              className="row-link"
              to={invoiceHref(invoice.id)}
              state={{ list: search }}
            >
              {invoice.name}
            </Link>
          </Cell>
          <Cell className="n-time">
            <DayTime iso={invoice.requestedAt} />
          </Cell>
          <CutCell
            className="w-mid number"
            text={invoice.taxNumber ?? TITLE_KIND_LABELS[invoice.kind]}
          />
          <Cell className="right n-sum">
            <Money amount={invoice.amount} currency={invoice.currency} />
          </Cell>
          <Cell className="right w-mid">{invoice.orders}</Cell>
          <Cell className="n-state">
            <InvoiceStateTag state={invoice.state} />
          </Cell>
          <Customer user={invoice.user} />
          <CutCell className="w-late number" text={invoice.number} />
        </Row>
      ))}
    </RowTable>
  )
}

function Customer({ user }: Pick<InvoiceListItem, 'user'>) {
  if (user === null)
    return (
      <Cell className="n-who cut grows">
        <span className="faint">已注销的用户</span>
      </Cell>
    )
  return (
    <Cell className="n-who cut grows" title={user.email}>
      <Link to={userHref(user.id)}>{user.email}</Link>
    </Cell>
  )
}
