import { type InvoiceListItem, listConsoleInvoices } from '#contract/console/invoices.ts'
import { TITLE_KIND_LABELS } from '#contract/invoices/invoice-fields.ts'
import { Link } from '#web/lib/router/link.tsx'
import { InvoiceStateTag } from '#web/ui/display/invoice-state-tag.tsx'
import { Money } from '#web/ui/display/money.tsx'
import { callConsole } from '../lib/call.ts'
import { consoleHref, invoiceHref, userHref } from '../lib/console-href.ts'
import { countText } from '../list/count-text.ts'
import { isSameFilter } from '../list/filter.ts'
import { ListPage } from '../list/list-page.tsx'
import type { RowColumn } from '../list/row-table.tsx'
import { ViewLink, Views } from '../list/views.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { INVOICE_FILTERS, INVOICE_VIEWS, invoicesInput, WAITING_VIEW } from './invoice-filter.ts'
import { useWaitingInvoices } from './waiting-invoices.tsx'

/** All invoices, newest first, those that wait the oldest first. */
export function InvoicesPage() {
  const { count: waiting } = useWaitingInvoices()
  return (
    <ListPage
      path="/invoices"
      title="发票"
      read={(filter, before, options) =>
        callConsole(listConsoleInvoices, invoicesInput(filter, before), options)
      }
      rows={({ invoices }) => invoices}
      caption={({ filter }) =>
        filter['open'] === '1' ? '发票，等得最久的在上面' : '发票，最新的在上面'
      }
      fields={INVOICE_FILTERS}
      exported="invoices"
      status={({ data, isFiltered }) => countText(data.count, '张', isFiltered)}
      views={(filter) => (
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
      )}
      keyOf={({ id }) => id}
      columns={({ search }) => columnsWith(search)}
      empty={{
        title: '还没有人申请发票',
        text: '用户申请后会出现在这里。',
        filtered: (filter) =>
          filter['open'] === '1'
            ? { title: '没有等待处理的发票', text: '待开和需红冲的会出现在这里。' }
            : { title: '没有符合的发票', text: '换个条件，或者清除筛选。' },
      }}
    />
  )
}

const columnsWith = (list: string): RowColumn<InvoiceListItem>[] => [
  {
    head: '抬头',
    cell: 'n-lead grows',
    text: ({ name }) => name,
    draw: ({ id, name }) => (
      <Link data-row className="row-link" to={invoiceHref(id)} state={{ list }}>
        {name}
      </Link>
    ),
  },
  { head: '申请', cell: 'n-time', draw: ({ requestedAt }) => <DayTime iso={requestedAt} /> },
  {
    head: '税号',
    className: 'w-mid',
    cell: 'number',
    text: ({ taxNumber, kind }) => taxNumber ?? TITLE_KIND_LABELS[kind],
  },
  {
    head: '金额',
    className: 'right',
    cell: 'n-sum',
    draw: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  { head: '订单', className: 'right w-mid', draw: ({ orders }) => orders },
  { head: '状态', cell: 'n-state', draw: ({ state }) => <InvoiceStateTag state={state} /> },
  {
    head: '用户',
    cell: 'n-who grows',
    text: ({ user }) => user?.email ?? '已注销的用户',
    draw: ({ user }) =>
      user === null ? (
        <span className="faint">已注销的用户</span>
      ) : (
        <Link to={userHref(user.id)}>{user.email}</Link>
      ),
  },
  { head: '发票号码', className: 'w-late', cell: 'number', text: ({ number }) => number },
]
