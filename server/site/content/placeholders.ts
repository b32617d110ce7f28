import type { PlanOffer, SiteContent } from '#contract/content/content.ts'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import type { PaymentMethodType } from '#contract/shapes.ts'
import { moneyText } from '../../lib/money-text.ts'

/** Null = no value of this name, undefined = values are not known (site.json has mistakes). */
export type ValueOf = (name: string) => string | null | undefined

/** What texts can say of a plan. */
export type PlanTerms = Pick<PlanOffer, 'id' | 'amount' | 'currency' | 'credit' | 'bonusCredit'>

/** `pro.price`, and `pro.price.90` for 90 % of it. */
const PLAN_VALUE = /^([a-z0-9-]+)\.(price|credit|bonus)(?:\.(\d{1,2}))?$/

/**
 * The values of `{{name}}` in the operator's texts; undefined for all without site.json. Those of plans stay as they
 * are written, for `withPlanValues`.
 */
export function valuesOf(
  site: SiteContent | null,
  methods: readonly PaymentMethodType[],
  plans: readonly Pick<PlanTerms, 'id'>[] | null,
): ValueOf {
  if (site === null) return () => undefined
  const { name, company, email, address, toolsUrl, toolsLabel, creditUnit, supportHours } = site
  const chat = site.support.find((way) => way.kind === 'messenger')
  const given: Record<string, string | undefined> = {
    name,
    company,
    email,
    address,
    toolsUrl,
    toolsLabel,
    creditUnit,
    supportHours,
    supportLabel: chat?.label,
    supportUrl: chat?.url,
    payments: new Intl.ListFormat('zh-CN').format(methods.map((method) => METHOD_NAMES[method])),
  }
  return (key) => {
    const id = PLAN_VALUE.exec(key)?.[1]
    if (id !== undefined) return plans?.some((plan) => plan.id === id) === false ? null : undefined
    return Object.hasOwn(given, key) ? (given[key] ?? null) : null
  }
}

/** The texts with what the plans cost and give now. */
export function withPlanValues<Texts>(texts: Texts, plans: readonly PlanTerms[]): Texts {
  const valueOf = (key: string) => {
    const [, id, term, percent = '100'] = PLAN_VALUE.exec(key) ?? []
    const plan = plans.find((each) => each.id === id)
    return plan && planValue(plan, term, Number(percent) / 100)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only strings change
  return fillJsonPlaceholders(texts, valueOf, () => {}) as Texts
}

function planValue(
  { amount, currency, credit, bonusCredit }: PlanTerms,
  term: string | undefined,
  share: number,
): string {
  if (term === 'price') return moneyText(Math.round(amount * share), currency)
  const whole = term === 'bonus' ? bonusCredit : credit + bonusCredit
  return Math.round(whole * share).toLocaleString('zh-CN')
}

const VALUE = /\{\{\s*([\w.-]+)\s*\}\}/g

/** Replaces `{{name}}` by its value; an unknown name stays and is reported to `report`. */
export function fillPlaceholders(
  text: string,
  valueOf: ValueOf,
  report: (reason: string, written: string) => void,
): string {
  return text.replaceAll(VALUE, (written, name: string) => {
    const value = valueOf(name)
    if (value === null) {
      const place = name.includes('.') ? 'plans.json 里没有这份套餐' : 'site.json 里没有填写'
      report(`没有 {{${name}}} 这个值：${place}，或名称有误`, written)
    }
    return value ?? written
  })
}

/** Fills the placeholders in every string of a JSON value; `report` gets the place, such as `steps[0].text`. */
export function fillJsonPlaceholders(
  value: unknown,
  valueOf: ValueOf,
  report: (place: string, reason: string) => void,
  place = '',
): unknown {
  if (typeof value === 'string') {
    return fillPlaceholders(value, valueOf, (reason) => report(place, reason))
  }
  if (Array.isArray(value)) {
    return value.map((item, at) => fillJsonPlaceholders(item, valueOf, report, `${place}[${at}]`))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      fillJsonPlaceholders(item, valueOf, report, place === '' ? key : `${place}.${key}`),
    ]),
  )
}
