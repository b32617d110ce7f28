import type { DrawnScene } from '#contract/content/content.ts'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import type { Combo } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { OLDER_DAYS, remainingCredit } from '../sections/scene-figures.ts'
import { useHomeContent } from '../sections/use-home-content.ts'
import { findDefaultPlan, totalCredit } from '../../lib/format/plan-terms.ts'

/** A picture of the product in HTML: balance, a translation side by side, an order in progress. */
export function Stage({ plans }: { plans: readonly Combo[] }) {
  const { creditUnit, payments } = useSite()
  const { tools, scene } = useHomeContent()
  const plan = findDefaultPlan(plans)
  if (plan === undefined) return null
  const bought = totalCredit(plan)
  const left = remainingCredit(plan, scene)
  const balance = formatCredit(left.all)
  return (
    <div className="stage" role="img" aria-label={scene.label}>
      <div className="window" aria-hidden="true">
        <div className="window-bar">
          <i />
          <i />
          <i />
          <span>{scene.title}</span>
          <b>
            <Icon name="credit" />
            {balance}
          </b>
        </div>
        <div className="window-body">
          <ul className="rail">
            {tools.map(({ name, icon }, at) => (
              <li key={name} className={at === 1 ? 'on' : undefined}>
                <Icon name={icon} />
                {name}
              </li>
            ))}
          </ul>
          <div className="pair">
            {scene.panes.map((pane) => (
              <Pane key={pane.name} {...pane} />
            ))}
          </div>
        </div>
        <div className="window-foot">
          <span>{scene.progress}</span>
          <span className="bar">
            <i />
          </span>
          <span>
            本次 <b>{scene.tasks.at(-1)?.cost}</b> {creditUnit} · {scene.size}
          </span>
        </div>
      </div>
      <div className="float float-left" aria-hidden="true">
        <p className="faint">可用{creditUnit}</p>
        <p className="float-number">{balance}</p>
        <ul className="lots">
          <li>
            <span>{plan.name}</span>
            <span>{formatCredit(left.plan)}</span>
          </li>
          <li>
            <span>较早购买</span>
            <span>{formatCredit(left.older)}</span>
          </li>
        </ul>
        <p className="float-note">
          <Icon name="clock" />
          {formatCredit(left.older)} {creditUnit} {OLDER_DAYS} 天后到期
        </p>
      </div>
      <div className="float float-right" aria-hidden="true">
        <p className="float-title">
          {plan.name} <span>{formatMoney(plan.amount, plan.currency)}</span>
        </p>
        <ol className="timeline">
          <li>
            提交订单<span className="faint number">10:24:51</span>
          </li>
          <li>
            {METHOD_NAMES[payments.methods[0] ?? 'card']}已扣款
            <span className="faint number">10:25:38</span>
          </li>
          <li data-kind="good">
            {formatCredit(bought)} {creditUnit}到账<span className="faint number">10:25:40</span>
          </li>
        </ol>
      </div>
    </div>
  )
}

/** Number of lines on narrow windows. */
const LINES = 3
const LINE_CLASSES: Record<number, string> = { 1: 'lit' }

function Pane({ name, note, title, lines }: DrawnScene['panes'][number]) {
  return (
    <div>
      <p className="pair-head">
        {name}
        <span>{note}</span>
      </p>
      <p className="pair-title">{title}</p>
      {lines.map((line, at) => (
        <p key={line} className={at < LINES ? LINE_CLASSES[at] : 'wide-only'}>
          {line}
        </p>
      ))}
    </div>
  )
}
