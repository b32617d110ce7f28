import { type CreditEntry, listCreditLedger } from '#contract/console/credit.ts'
import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit } from '#web/ui/display/money.tsx'
import { callConsole } from '../lib/call.ts'
import { applicationHref, consoleHref, orderHref } from '../lib/console-href.ts'
import { countText } from '../list/count-text.ts'
import { ListPage } from '../list/list-page.tsx'
import type { RowColumn } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { CreditChange } from '../panel/signed-credit.tsx'
import { CreditViews } from './credit-views.tsx'
import { LEDGER_FILTERS, ledgerInput } from './ledger-filter.ts'
import { PersonLink } from './person-link.tsx'

/** Entries of all users, with links to user, order, charge and application. */
export function LedgerPage() {
  return (
    <ListPage
      path="/credit/ledger"
      title="积分流水"
      read={(filter, before, options) =>
        callConsole(listCreditLedger, ledgerInput(filter, before), options)
      }
      rows={({ entries }) => entries}
      caption="积分流水，最新的在上面"
      fields={LEDGER_FILTERS}
      exported="credit"
      status={({ data: { count, since }, isFiltered }) => {
        const text = countText(count, '条', isFiltered)
        return since === null ? text : `${text}，${since} 起`
      }}
      views={() => <CreditViews />}
      keyOf={({ userId, position }) => `${userId} ${position}`}
      columns={() => COLUMNS}
      empty={{ title: '最近 30 天没有流水', text: '积分有变动后会记在这里。' }}
    />
  )
}

const COLUMNS: readonly RowColumn<CreditEntry>[] = [
  { head: '时间', cell: 'n-time', draw: ({ createdAt }) => <DayTime iso={createdAt} /> },
  { head: '用户', cell: 'n-who cut grows', draw: (entry) => <PersonLink person={entry} isRow /> },
  { head: '事由', cell: 'n-lead', draw: ({ type }) => CREDIT_ENTRY_LABELS[type] },
  {
    head: '变动',
    className: 'right',
    cell: 'n-sum',
    draw: ({ delta }) => <CreditChange delta={delta} />,
  },
  {
    head: '余额',
    className: 'right w-mid',
    draw: ({ balanceAfter }) => <Credit credit={balanceAfter} />,
  },
  { head: '订单或扣费', cell: 'n-rest', draw: (entry) => <Cause entry={entry} /> },
  {
    head: '谁',
    cell: 'n-state',
    text: ({ by, reason }) => [by, reason].filter(Boolean).join('，'),
    draw: ({ applicationId, by }) =>
      applicationId === null ? by : <Link to={applicationHref(applicationId)}>{by}</Link>,
  },
  { head: '原因', className: 'w-late', cell: 'grows', text: ({ reason }) => reason },
]

function Cause({ entry: { orderNo, chargeId } }: { entry: CreditEntry }) {
  if (orderNo !== null)
    return (
      <Link className="number" to={orderHref(orderNo)}>
        {orderNo}
      </Link>
    )
  if (chargeId === null) return <span className="faint dash">–</span>
  return (
    <Link
      className="number"
      to={consoleHref('/credit/ledger', { charge: chargeId })}
      aria-label={`扣费 ${chargeId}`}
      title={chargeId}
    >
      …{chargeId.slice(-12)}
    </Link>
  )
}
