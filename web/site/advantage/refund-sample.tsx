import type { Combo } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { totalCredit } from '../../lib/format/plan-terms.ts'
import { useSite } from '../../lib/site.ts'

/** Share of the credit that the example customer has used. */
const USED = 0.1

/** An example refund, calculated from a plan on sale. */
export function RefundSample({ plan }: { plan: Combo }) {
  const { creditUnit } = useSite()
  const bought = totalCredit(plan)
  const used = Math.round(bought * USED)
  const share = (bought - used) / bought
  return (
    <div className="card lifted slip">
      <h3>
        退款怎么算
        <span className="badge" data-kind="quiet">
          示例
        </span>
      </h3>
      <dl className="facts">
        <div>
          <dt>买了一份{plan.name}</dt>
          <dd>{formatMoney(plan.amount, plan.currency)}</dd>
        </div>
        <div>
          <dt>到账</dt>
          <dd>
            {formatCredit(bought)} {creditUnit}
          </dd>
        </div>
        <div>
          <dt>已经用掉</dt>
          <dd>
            {formatCredit(used)} {creditUnit}
          </dd>
        </div>
        <div>
          <dt>没用的占</dt>
          <dd>{Math.round(share * 100)}%</dd>
        </div>
        <div className="total">
          <dt>原路退回</dt>
          <dd>{formatMoney(Math.round(plan.amount * share), plan.currency)}</dd>
        </div>
      </dl>
    </div>
  )
}
