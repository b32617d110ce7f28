import type { SiteContent } from '#contract/content/content.ts'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import type { PaymentMethodType } from '#contract/shapes.ts'

/** Null = no value of this name, undefined = values are not known (site.json has mistakes). */
export type ValueOf = (name: string) => string | null | undefined

/** The values of `{{name}}` in the operator's texts; undefined for all without site.json. */
export function valuesOf(site: SiteContent | null, methods: readonly PaymentMethodType[]): ValueOf {
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
  return (key) => (Object.hasOwn(given, key) ? (given[key] ?? null) : null)
}

const VALUE = /\{\{\s*(\w+)\s*\}\}/g

/** Replaces `{{name}}` by its value; an unknown name stays and is reported to `report`. */
export function fillPlaceholders(
  text: string,
  valueOf: ValueOf,
  report: (reason: string, written: string) => void,
): string {
  return text.replaceAll(VALUE, (written, name: string) => {
    const value = valueOf(name)
    if (value === null) report(`没有 {{${name}}} 这个值：site.json 里没有填写，或名称有误`, written)
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
