import type { ReactNode } from 'react'
import type { Combo } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { useHomeContent } from '../sections/use-home-content.ts'
import { pricePerThousand, totalCredit, validityOf } from '../../lib/format/plan-terms.ts'

/** A table that compares all plans; on a phone a list under each row's name. */
export function PlanComparison({ plans }: { plans: readonly Combo[] }) {
  const { creditUnit } = useSite()
  const { planRows } = useHomeContent()
  if (plans.length < 2) return null
  const rows: [label: string, value: (plan: Combo) => ReactNode][] = [
    [`到账${creditUnit}`, (plan) => formatCredit(totalCredit(plan))],
    [`其中赠送`, (plan) => (plan.bonusCredit > 0 ? formatCredit(plan.bonusCredit) : '无')],
    [`每千${creditUnit}`, (plan) => formatMoney(pricePerThousand(plan), plan.currency)],
    ['有效期', validityOf],
    ['单次可买', ({ minNum, maxNum }) => `${minNum}–${maxNum} 份`],
    ...planRows
      // a row of the operator's text may name only plans that are no longer on sale
      .filter(({ values }) => plans.some(({ id }) => id in values))
      .map(({ name, values }): [string, (plan: Combo) => ReactNode] => [
        name,
        ({ id }) => <Has value={values[id] ?? false} />,
      ]),
  ]
  const best = (plan: Combo) => (plan.recommended ? '' : undefined)
  return (
    <section className="wrap block" aria-labelledby="compare">
      <header className="block-head">
        <h2 id="compare">逐项比较</h2>
      </header>
      <div className="table-box compare">
        <table className="table">
          <caption className="unseen">各档套餐逐项比较</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">项目</span>
              </th>
              {plans.map((plan) => (
                <th key={plan.id} scope="col" data-best={best(plan)}>
                  <strong>{plan.name}</strong>
                  <span className="number">{formatMoney(plan.amount, plan.currency)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, value]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {plans.map((plan) => (
                  <td key={plan.id} data-label={plan.name} data-best={best(plan)}>
                    {value(plan)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** A feature of a plan as text, or as a check mark or dash. */
function Has({ value }: { value: string | boolean }) {
  if (typeof value === 'string') return value
  return value ? (
    <>
      <Icon name="check" />
      <span className="unseen">有</span>
    </>
  ) : (
    <>
      <span aria-hidden="true">—</span>
      <span className="unseen">没有</span>
    </>
  )
}
