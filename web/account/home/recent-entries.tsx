import { creditEntries } from '#contract/credit/ledger.ts'
import type { CreditEntry } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { href } from '../../lib/href.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { Link } from '../../lib/router/link.tsx'
import { useSite } from '../../lib/site.ts'
import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { ListCard } from '../frame/list-card.tsx'

const RECENT = 5

/** The newest ledger entries. */
export function RecentEntries() {
  const { creditUnit } = useSite()
  const load = useLoad('entries', (signal) =>
    call(creditEntries, { page: 1, pageSize: RECENT }, { signal, isQuiet: true }),
  )
  return (
    <ListCard title={`${creditUnit}流水`} all="/account/recharge-center">
      <Loaded load={load} what={`${creditUnit}流水`} lines={5}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty title="还没有流水">每次充值和使用都会记录在这里。</Empty>
          ) : (
            <ul className="list">
              {list.map((entry) => (
                <EntryLine key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </ListCard>
  )
}

function EntryLine({ entry }: { entry: CreditEntry }) {
  const { timeZone } = useSite()
  const { type, planName, reason, orderId, createdAt, delta, balanceAfter } = entry
  const words = (
    <>
      {CREDIT_ENTRY_LABELS[type]}
      {[planName, reason].map((word) => word && `\u00a0· ${word}`)}
      <small>
        <time dateTime={createdAt}>{formatDayTime(createdAt, timeZone)}</time>
      </small>
    </>
  )
  return (
    <li>
      {orderId === undefined ? (
        <span>{words}</span>
      ) : (
        <Link to={href('/account/order', { id: orderId })}>{words}</Link>
      )}
      <span className="end">
        <span className={delta > 0 ? 'plus' : undefined}>{formatCredit(delta, true)}</span>
        <small>余 {formatCredit(balanceAfter)}</small>
      </span>
    </li>
  )
}
