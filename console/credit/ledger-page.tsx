import { type CreditEntry, listCreditLedger } from '#contract/console/credit.ts'
import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit } from '#web/ui/display/money.tsx'
import { callConsole } from '../lib/call.ts'
import { applicationHref, consoleHref, orderHref } from '../lib/console-href.ts'
import { countText, ListPage } from '../list/list-page.tsx'
import type { RowColumn } from '../list/row-table.tsx'
import { CreditChange, DayTime } from '../panel/cells.tsx'
import { CreditViews } from './credit-views.tsx'
import { PersonLink } from './person-link.tsx'
import { creditEntryType } from '#contract/shapes.ts'
import type { Filter, FilterField } from '../list/filter.ts'

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

const TYPES = creditEntryType.options
const SIGNS = ['in', 'out'] as const

/** The filters of the ledger, in the order of their chips. */
const LEDGER_FILTERS: readonly FilterField[] = [
  { kind: 'text', name: 'user', label: '用户', placeholder: '完整的邮箱，或用户编号' },
  {
    kind: 'choice',
    name: 'type',
    label: '事由',
    choices: TYPES.map((value) => ({ value, label: CREDIT_ENTRY_LABELS[value] })),
  },
  { kind: 'days', label: '日期' },
  {
    kind: 'choice',
    name: 'sign',
    label: '变动',
    choices: [
      { value: 'in', label: '增加' },
      { value: 'out', label: '减少' },
    ],
  },
  { kind: 'text', name: 'min', label: '至少', placeholder: '积分，例如 1000' },
  { kind: 'text', name: 'order', label: '订单', placeholder: '订单号' },
  { kind: 'text', name: 'application', label: '应用', placeholder: '应用的编号或 clientId' },
  { kind: 'text', name: 'charge', label: '扣费', placeholder: '扣费或退回的编号' },
  { kind: 'text', name: 'key', label: '标识', placeholder: '调整积分时的标识，或同时填用户' },
]

/** The input of the call. */
function ledgerInput({ type, sign, min, ...filter }: Filter, before: string | undefined) {
  return {
    ...filter,
    type: TYPES.find((each) => each === type),
    sign: SIGNS.find((each) => each === sign),
    min: min !== undefined && /^\d{1,12}$/.test(min) && Number(min) > 0 ? Number(min) : undefined,
    before,
  }
}
