import type { Combo } from '#contract/shapes.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { Clauses } from '../../ui/display/clauses.tsx'
import { OLDER_CREDIT, OLDER_DAYS, OLDER_PLAN, remainingCredit } from '../sections/scene-figures.ts'
import { useHomeContent } from '../sections/use-home-content.ts'

interface Line {
  what: string
  when: string
  delta: number
}

/** An example ledger whose balances are calculated from the plan. */
export function LedgerTile({ plan }: { plan: Combo }) {
  const { creditUnit } = useSite()
  const { scene } = useHomeContent()
  const oldestFirst: Line[] = [
    { what: `购买 · ${plan.name}`, when: '3 天前', delta: plan.credit },
    ...(plan.bonusCredit > 0
      ? [{ what: `赠送 · ${plan.name}`, when: '3 天前', delta: plan.bonusCredit }]
      : []),
    ...scene.tasks.map(({ what, when, cost }) => ({ what, when, delta: -cost })),
  ]
  let balance = OLDER_CREDIT
  const rows = oldestFirst
    .map((line) => ({ ...line, balance: (balance += line.delta) }))
    .toReversed()
  return (
    <article className="tile tile-ledger">
      <div>
        <h3>每一笔扣费都有账</h3>
        <p>
          <Clauses of={`${creditUnit}从哪份套餐来、用在哪次任务、还剩多少，逐条可查。`} />
        </p>
      </div>
      <table className="mini-ledger">
        <caption className="unseen">{creditUnit}流水示意</caption>
        <thead className="unseen">
          <tr>
            <th scope="col">事项</th>
            <th scope="col">变动</th>
            <th scope="col">余额</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, when, delta, balance: left }) => (
            <tr key={what} className={delta > 0 ? 'plus' : undefined}>
              <td>
                {what}
                <small>{when}</small>
              </td>
              <td className="number">{formatCredit(delta, true)}</td>
              <td className="number">{formatCredit(left)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

/** The lots in the order in which they are spent, as bars. */
export function LotsTile({ plan }: { plan: Combo }) {
  const { creditUnit } = useSite()
  const { scene } = useHomeContent()
  const { older, bonus, credit } = remainingCredit(plan, scene)
  const lots = [
    { name: '较早购买', note: `${OLDER_DAYS} 天后到期`, left: older, share: older / OLDER_PLAN },
    ...(plan.bonusCredit > 0
      ? [{ name: '赠送', note: '其次扣', left: bonus, share: bonus / plan.bonusCredit }]
      : []),
    { name: plan.name, note: '最后扣', left: credit, share: credit / plan.credit },
  ]
  return (
    <article className="tile tile-soon">
      <h3>先到期的，先用</h3>
      <p>
        <Clauses of={`快到期的${creditUnit}自动排在前面，同时到期的先用赠送的，不浪费。`} />
      </p>
      <ol className="lot-bars">
        {lots.map(({ name, note, left, share }) => (
          <li key={note}>
            <span>
              {name}
              <small>{note}</small>
            </span>
            <svg viewBox="0 0 200 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width="200" height="8" rx="4" />
              <rect className="fill" width={200 * share} height="8" rx="4" />
            </svg>
            <b className="number">{formatCredit(left)}</b>
          </li>
        ))}
      </ol>
    </article>
  )
}
