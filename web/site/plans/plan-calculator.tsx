import { useState } from 'react'
import type { Service } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import {
  costOfCredit,
  creditStep,
  findDefaultPlan,
  totalCredit,
} from '../../lib/format/plan-terms.ts'
import { useSite } from '../../lib/site.ts'
import { useSiteAddress } from '../../shell/use-site-address.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { useHomeContent } from '../sections/use-home-content.ts'
import { AMOUNTS, creditFor, type Find, findPlan, FIRST_PLACES } from './plan-finder.ts'

/** What the sliders say, and the order that follows. */
export function usePlanFinder(plans: readonly Combo[]) {
  const { services } = useHomeContent()
  const [places, setPlaces] = useState(() => services.map((_, at) => FIRST_PLACES[at] ?? 0))
  const counts = places.map((place) => AMOUNTS[place] ?? 0)
  const need = creditFor(counts, services)
  function setPlace(at: number, place: number) {
    setPlaces(places.with(at, place))
  }
  return { services, places, counts, need, found: findPlan(need, plans), setPlace }
}

interface PlanCalculatorProps extends ReturnType<typeof usePlanFinder> {
  plans: readonly Combo[]
  /** The page's own heading is a level above. */
  isPageTitle?: boolean
}

/** How much one wants to do, by sliders, and the plan that is enough. */
export function PlanCalculator({ plans, isPageTitle = false, ...finder }: PlanCalculatorProps) {
  const { creditUnit } = useSite()
  const { meta } = useSiteAddress()
  const { services, places, counts, setPlace } = finder
  const plan = findDefaultPlan(plans)
  const step = plan && creditStep(plan)
  const Title = isPageTitle ? 'h1' : 'h2'
  return (
    <section className="calc" aria-labelledby="calc">
      <div className="wrap">
        <header>
          <Title id="calc">{isPageTitle ? meta.title : '我要做多少'}</Title>
          <p className="soft">
            拖动滑块，按公开单价算出需要的{creditUnit}和最省的套餐。
            {plan && step && (
              <>
                {step.each}
                {creditUnit}约 {formatMoney(costOfCredit(step.credit, plan), plan.currency)}。
              </>
            )}
          </p>
        </header>
        <div className="calc-body">
          <div className="calc-in">
            {services.map((service, at) => (
              <Slider
                key={service.name}
                service={service}
                place={places[at] ?? 0}
                onChange={(place) => setPlace(at, place)}
              />
            ))}
            <p className="faint">{services.map(({ basis }) => basis).join('；')}。</p>
          </div>
          <Sum {...finder} counts={counts} />
        </div>
      </div>
    </section>
  )
}

interface SliderProps {
  service: Service
  place: number
  onChange: (place: number) => void
}

function Slider({ service: { name, unit }, place, onChange }: SliderProps) {
  const most = AMOUNTS.length - 1
  const count = formatCredit(AMOUNTS[place] ?? 0)
  return (
    <label className="slide">
      <span>{name}</span>
      <span className="slide-count">
        <b>{count}</b> {unit}
      </span>
      <input
        type="range"
        aria-label={name}
        min={0}
        max={most}
        autoComplete="off"
        // uncontrolled: hydration leaves it where the visitor has moved it, and reads it there
        defaultValue={place}
        ref={(input) => {
          if (input !== null && input.valueAsNumber !== place) onChange(input.valueAsNumber)
        }}
        aria-valuetext={`${count} ${unit}`}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  )
}

function Sum({ services, counts, need, found }: ReturnType<typeof usePlanFinder>) {
  const { creditUnit } = useSite()
  return (
    <div className="calc-sum" aria-live="polite">
      <dl>
        {services.map(({ noun, unit, credit }, at) => (
          <div key={noun}>
            <dt>
              {noun} {formatCredit(counts[at] ?? 0)} {unit} × {credit}
            </dt>
            <dd>{formatCredit(credit * (counts[at] ?? 0))}</dd>
          </div>
        ))}
        <div className="calc-need">
          <dt>需要</dt>
          <dd>
            {formatCredit(need)} {creditUnit}
          </dd>
        </div>
        {found !== undefined && <Offer found={found} need={need} />}
      </dl>
      {found !== undefined && (
        <ButtonLink
          kind="primary"
          isWide
          to={href('/account/recharge', { plan: found.plan.id, num: found.num })}
        >
          购买{nameOf(found)}
        </ButtonLink>
      )}
    </div>
  )
}

const nameOf = ({ plan, num }: Find) => (num === 1 ? plan.name : `${plan.name} ${num} 份`)

function Offer({ found, need }: { found: Find; need: number }) {
  const { creditUnit } = useSite()
  const { plan, num, isEnough } = found
  const whole = totalCredit(plan) * num
  return (
    <div className="calc-plan">
      <dt>
        <b>{nameOf(found)}</b>
        <span>
          {formatCredit(whole)} {creditUnit}，
          {isEnough ? `余 ${formatCredit(whole - need)}` : '一单不够，可分几次购买'}
        </span>
      </dt>
      <dd className="money">{formatMoney(plan.amount * num, plan.currency)}</dd>
    </div>
  )
}
