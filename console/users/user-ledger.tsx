import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { type LedgerMovement, listUserLedger } from '#contract/console/users.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Credit } from '#web/ui/display/money.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { orderHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { ExportButton } from '../list/export-button.tsx'
import { type Column, CutCell, RowTable } from '../list/row-table.tsx'
import { CreditChange, DayTime } from '../panel/cells.tsx'
import { ledgerHref } from './user-views.tsx'

const COLUMNS: readonly Column[] = [
  { head: '时间' },
  { head: '事由' },
  { head: '变动', className: 'right' },
  { head: '余额', className: 'right' },
  { head: '订单' },
  { head: '谁' },
  { head: '原因', className: 'w-mid' },
]

/** The user's whole ledger, newest first; the page is in the address. */
export function UserLedger({ userRef }: { userRef: string }) {
  const position = Number(useQuery()['before'])
  const before = Number.isSafeInteger(position) && position > 0 ? position : undefined
  const load = useLoad(String(before), (signal) =>
    callConsole(listUserLedger, { user: userRef, before }, { signal, isQuiet: true }),
  )
  return (
    <section className="panel list-panel" aria-label="积分流水" aria-busy={load.isLoading}>
      <Loaded load={load} what="积分流水" lines={12}>
        {({ entries, count, next }) => (
          <>
            {entries.length === 0 ? (
              <Empty heading="h2" title="还没有流水">
                积分有变动后会记在这里。
              </Empty>
            ) : (
              <RowTable caption="积分流水，最新的在上面" columns={COLUMNS}>
                {entries.map((entry) => (
                  <Movement key={entry.position} entry={entry} />
                ))}
              </RowTable>
            )}
            <div className="list-foot">
              <p className="faint">共 {count} 条</p>
              <div className="row-actions">
                <ExportButton list="ledger" filter={{ user: userRef }} />
                {before !== undefined && (
                  <ButtonLink size="small" to={ledgerHref(userRef)}>
                    回到最新
                  </ButtonLink>
                )}
                {next !== null && (
                  <ButtonLink size="small" to={ledgerHref(userRef, next)}>
                    更早
                  </ButtonLink>
                )}
              </div>
            </div>
          </>
        )}
      </Loaded>
    </section>
  )
}

function Movement({ entry }: { entry: LedgerMovement }) {
  const { type, delta, balanceAfter, orderNo, by, reason, createdAt } = entry
  return (
    <tr>
      <td className="n-time">
        <DayTime iso={createdAt} />
      </td>
      <td className="n-lead">{CREDIT_ENTRY_LABELS[type]}</td>
      <td className="right n-sum">
        <CreditChange delta={delta} />
      </td>
      <td className="right n-state">
        <Credit credit={balanceAfter} />
      </td>
      <td>
        {orderNo === null ? (
          <span className="faint dash">–</span>
        ) : (
          <Link data-row className="number" to={orderHref(orderNo)}>
            {orderNo}
          </Link>
        )}
      </td>
      <td className="n-who cut" title={[by, reason].filter(Boolean).join('，')}>
        {by} <small className="phone-only">{reason}</small>
      </td>
      <CutCell className="w-mid grows" text={reason} />
    </tr>
  )
}
