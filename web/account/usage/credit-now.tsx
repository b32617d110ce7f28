import type { OutputOf } from '#contract/endpoint.ts'
import type { usageSummary } from '#contract/credit/usage.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type Credit = OutputOf<typeof usageSummary>['credit']

/** What can be spent, what open holds reserve and what is owed, with the sum that ties them. */
export function CreditNow({ credit }: { credit: Credit }) {
  const { creditUnit } = useSite()
  const { balance, held, available, debt, openHolds } = credit
  return (
    <section className="balance purse night" aria-labelledby="balance">
      <div>
        <h2 id="balance" className="soft">
          可用{creditUnit}
        </h2>
        <p className="balance-number">
          {formatCredit(available)}
          <small>{creditUnit}</small>
        </p>
        {held > 0 && (
          <p className="purse-sum soft">
            余额 {formatCredit(balance)} − 预留 {formatCredit(held)} = 可用{' '}
            {formatCredit(available)}
          </p>
        )}
      </div>
      <div className="balance-actions">
        <ButtonLink kind="primary" to="/account/recharge">
          充值
        </ButtonLink>
      </div>
      <Meter credit={credit} />
      <ul className="lots-row">
        <Part name="可用" amount={available} kind="available">
          先扣最快到期的，同时到期的先扣赠送的。
        </Part>
        <Part name="预留" amount={held} kind="held">
          {openHolds > 0
            ? `${openHolds} 个任务进行中，完成后按实际用量扣除，多余的退回。`
            : held > 0
              ? '退款处理中，相应部分暂时预留。'
              : '没有进行中的任务。开始时预留，完成后按实际用量扣除。'}
        </Part>
        <Part name="欠额" amount={debt} kind="owed">
          {debt > 0
            ? '实际用量超出余额，或退款应扣回的部分已用完。下次充值先抵扣欠额。'
            : '没有欠额。'}
        </Part>
      </ul>
    </section>
  )
}

/** Placeholder of the same height while the balance loads. */
export function CreditNowSkeleton() {
  return (
    <section className="balance purse night">
      <Skeleton />
    </section>
  )
}

interface PartProps {
  name: string
  amount: number
  kind: 'available' | 'held' | 'owed'
  children: string
}

function Part({ name, amount, kind, children }: PartProps) {
  return (
    <li data-kind={kind}>
      <p>
        {name}
        <b>{formatCredit(amount)}</b>
      </p>
      <span>{children}</span>
    </li>
  )
}

const LENGTH = 1_000

/** A line that shows which part of the balance is held. */
function Meter({ credit: { balance, held } }: { credit: Credit }) {
  const share = balance <= 0 ? 0 : Math.min(1, held / balance)
  const width = share > 0 ? Math.max(10, Math.round(LENGTH * share)) : 0
  return (
    <svg
      className="meter"
      viewBox={`0 0 ${LENGTH} 4`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {balance > 0 && <rect className="meter-rest" width={LENGTH - width} height="4" />}
      {width > 0 && <rect className="meter-held" x={LENGTH - width} width={width} height="4" />}
    </svg>
  )
}
