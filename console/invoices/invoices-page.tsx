import { type InvoiceListItem, listConsoleInvoices } from '#contract/console/invoices.ts'
import {
  INVOICE_STATE_LABELS,
  INVOICE_STATES,
  TITLE_KIND_LABELS,
} from '#contract/invoices/invoice-fields.ts'
import { Link } from '#web/lib/router/link.tsx'
import { InvoiceStateTag } from '#web/ui/display/invoice-state-tag.tsx'
import { Money } from '#web/ui/display/money.tsx'
import { callConsole } from '../lib/call.ts'
import { consoleHref, invoiceHref, userHref } from '../lib/console-href.ts'
import { countText, ListPage } from '../list/list-page.tsx'
import { type Filter, type FilterField, isSameFilter } from '../list/filter.ts'
import type { RowColumn } from '../list/row-table.tsx'
import { ViewLink, Views } from '../list/views.tsx'
import { DayTime } from '../panel/cells.tsx'
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
        title: '还没有发票申请',
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

/** The filters of the list, in the order of their chips. */
const INVOICE_FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'state',
    label: '状态',
    choices: INVOICE_STATES.map((value) => ({ value, label: INVOICE_STATE_LABELS[value] })),
  },
  { kind: 'switch', name: 'open', label: '等待处理' },
  { kind: 'days', label: '申请日期' },
  { kind: 'text', name: 'q', label: '抬头或号码', placeholder: '抬头、完整的税号或发票号码' },
  { kind: 'text', name: 'user', label: '用户', placeholder: '完整的邮箱，或用户编号' },
]

interface InvoiceView {
  name: string
  filter: Filter
}

/** Everything that waits for somebody. */
const WAITING_VIEW: InvoiceView = { name: '等待处理', filter: { open: '1' } }

/** The views above the list; the first page leads to those of one state that wait. */
const INVOICE_VIEWS: readonly InvoiceView[] = [
  { name: '全部', filter: {} },
  WAITING_VIEW,
  { name: '待开', filter: { open: '1', state: 'requested' } },
  { name: '需红冲', filter: { open: '1', state: 'reversal_due' } },
  { name: '已开', filter: { state: 'issued' } },
  { name: '已拒', filter: { state: 'rejected' } },
  { name: '已红冲', filter: { state: 'reversed' } },
]

/** The input of the call. */
function invoicesInput({ state, open, ...rest }: Filter, before: string | undefined) {
  return {
    ...rest,
    state: INVOICE_STATES.find((each) => each === state),
    open: open === undefined ? undefined : ('1' as const),
    before,
  }
}
