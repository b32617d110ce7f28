import type { CreditEntry } from '#contract/console/credit.ts'
import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit } from '#web/ui/display/money.tsx'
import { applicationHref, consoleHref, orderHref } from '../lib/console-href.ts'
import { type Column, CutCell, RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { CreditChange } from '../panel/signed-credit.tsx'
import { PersonLink } from './person-link.tsx'

const COLUMNS: readonly Column[] = [
  { head: '时间' },
  { head: '用户' },
  { head: '事由' },
  { head: '变动', className: 'right' },
  { head: '余额', className: 'right w-mid' },
  { head: '订单或扣费' },
  { head: '谁' },
  { head: '原因', className: 'w-late' },
]

/** Entries with links to user, order, charge and application. */
export function LedgerTable({ entries }: { entries: readonly CreditEntry[] }) {
  return (
    <RowTable caption="积分流水，最新的在上面" columns={COLUMNS}>
      {entries.map((entry) => (
        <EntryRow key={`${entry.userId} ${entry.position}`} entry={entry} />
      ))}
    </RowTable>
  )
}

function EntryRow({ entry }: { entry: CreditEntry }) {
  const { type, delta, balanceAfter, applicationId, by, reason, createdAt } = entry
  return (
    <tr>
      <td className="n-time">
        <DayTime iso={createdAt} />
      </td>
      <td className="n-who cut grows">
        <PersonLink person={entry} isRow />
      </td>
      <td className="n-lead">{CREDIT_ENTRY_LABELS[type]}</td>
      <td className="right n-sum">
        <CreditChange delta={delta} />
      </td>
      <td className="right w-mid">
        <Credit credit={balanceAfter} />
      </td>
      <td className="n-rest">
        <Cause entry={entry} />
      </td>
      <td className="n-state cut" title={[by, reason].filter(Boolean).join('，')}>
        {applicationId === null ? by : <Link to={applicationHref(applicationId)}>{by}</Link>}
      </td>
      <CutCell className="w-late grows" text={reason} />
    </tr>
  )
}

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
