import type { Combo } from '#contract/shapes.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { ArcPoints } from '../../ui/icon/arc.tsx'
import { Clauses } from '../../ui/display/clauses.tsx'
import { LedgerTile, LotsTile } from './bento-tiles.tsx'
import { findDefaultPlan, totalCredit } from '../../lib/format/plan-terms.ts'

/** Five tiles, each with a reason to trust the shop and a picture of it. */
export function Bento({ plans }: { plans: readonly Combo[] }) {
  const { creditUnit } = useSite()
  const plan = findDefaultPlan(plans)
  if (plan === undefined) return null
  return (
    <section className="wrap block" aria-labelledby="why">
      <header className="block-head">
        <h2 id="why">看得见的钱，才花得放心</h2>
        <p>
          <Clauses of="付了多少、到了多少、花了多少，账户里都有据可查。" />
        </p>
      </header>
      <div className="bento">
        <LedgerTile plan={plan} />
        <article className="tile tile-pay night">
          <svg className="arc tile-arc" viewBox="0 0 400 170" aria-hidden="true">
            <ArcPoints
              middle={200}
              bottom={164}
              reach={184}
              rise={136}
              count={24}
              endRadius={1}
              topRadius={3.2}
              star={12}
            />
          </svg>
          <p className="tile-credit">
            {formatCredit(totalCredit(plan), true)}
            <small>{creditUnit}已到账</small>
          </p>
          <div>
            <h3>付了就到账，断了也查得清</h3>
            <p>
              <Clauses of="网络断了、页面关了也没关系。我们会向支付方查实，只到账一次，不多也不少。" />
            </p>
          </div>
          <p className="outcomes">
            <span className="tag" data-state="paid">
              已到账
            </span>
            <span className="tag" data-state="processing">
              处理中，可以离开
            </span>
            <span className="tag" data-state="pending">
              未扣款，可重试
            </span>
          </p>
        </article>
        <LotsTile plan={plan} />
        <article className="tile tile-plain">
          <h3>只付这一次</h3>
          <p>
            <Clauses of="用完想再用，再来买一份。在那之前，不会多扣你一分钱。" />
          </p>
          <p className="receipt-line">
            <span>自动续费</span>
            <b>无</b>
          </p>
          <p className="receipt-line">
            <span>下次扣款</span>
            <b>无</b>
          </p>
          <p className="receipt-line">
            <span>保存的银行卡</span>
            <b>无</b>
          </p>
        </article>
        <article className="tile tile-help">
          <h3>带着订单号找人</h3>
          <p>
            <Clauses of="每张订单旁都有客服入口，订单号一键复制，不用从头讲起。" />
          </p>
          <p className="bubble">
            <Clauses of="你好，这张订单付了钱，还没到账，订单号发你了。" />
          </p>
          <p className="bubble mine">
            <Clauses of={`查到了，银行刚刚确认，${creditUnit}已经到账。`} />
          </p>
        </article>
      </div>
    </section>
  )
}
