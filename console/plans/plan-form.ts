import * as z from 'zod/mini'
import type { ConsolePlan } from '#contract/console/plan-shapes.ts'
import type { PlanOffer } from '#contract/content/content.ts'
import { fromFieldTime, toFieldTime } from './zoned-time.ts'

export interface Zone {
  currency: string
  timeZone: string
}

/** What the fields hold, by their names. */
export type PlanDraft = Readonly<Record<string, string | undefined>>

/** The fields of a stored plan; those of a new one. */
export function draftOf(plan: ConsolePlan | undefined, { currency, timeZone }: Zone): PlanDraft {
  if (plan === undefined) return { bonusCredit: '0', validDays: '365', minNum: '1', maxNum: '10' }
  const { originalAmount, saleFrom, saleUntil, stock, limitPerUser } = plan
  const money = (amount: number) => (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))
  return {
    ...{ id: plan.id, name: plan.name, summary: plan.summary, badge: plan.badge ?? '' },
    features: plan.features.join('\n'),
    amount: money(plan.amount),
    originalAmount: originalAmount === undefined ? '' : money(originalAmount),
    ...{ credit: String(plan.credit), bonusCredit: String(plan.bonusCredit) },
    ...{ validDays: String(plan.validDays), minNum: String(plan.minNum) },
    maxNum: String(plan.maxNum),
    ...(plan.recommended && { recommended: 'on' }),
    saleFrom: saleFrom === undefined ? '' : toFieldTime(saleFrom, timeZone),
    saleUntil: saleUntil === undefined ? '' : toFieldTime(saleUntil, timeZone),
    stock: stock === undefined ? '' : String(stock),
    limitPerUser: limitPerUser === undefined ? '' : String(limitPerUser),
  }
}

/** The plan that the fields describe, as far as they can be read: what cannot is nothing, or 0. */
export function offerOf(draft: PlanDraft, { currency, timeZone }: Zone): PlanOffer {
  const text = (name: string) => (draft[name] ?? '').trim()
  const optional = (name: string) => (text(name) === '' ? undefined : text(name))
  const whole = (name: string) => (/^\d{1,15}$/.test(text(name)) ? Number(text(name)) : undefined)
  const originalAmount = minorUnitsOf(text('originalAmount'), currency)
  const [badge, stock, limitPerUser] = [optional('badge'), whole('stock'), whole('limitPerUser')]
  const saleFrom = fromFieldTime(text('saleFrom'), timeZone)
  const saleUntil = fromFieldTime(text('saleUntil'), timeZone)
  return {
    ...{ id: text('id'), name: text('name'), summary: text('summary') },
    features: text('features')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    ...{ amount: minorUnitsOf(text('amount'), currency) ?? 0, currency },
    ...(originalAmount !== undefined && { originalAmount }),
    ...{ credit: whole('credit') ?? 0, bonusCredit: whole('bonusCredit') ?? 0 },
    ...{ validDays: whole('validDays') ?? 0, minNum: whole('minNum') ?? 1 },
    ...{ maxNum: whole('maxNum') ?? 1, recommended: draft['recommended'] !== undefined },
    ...(badge !== undefined && { badge }),
    ...(saleFrom !== undefined && { saleFrom }),
    ...(saleUntil !== undefined && { saleUntil }),
    ...(stock !== undefined && { stock }),
    ...(limitPerUser !== undefined && { limitPerUser }),
  }
}

/** What the browser can check of the fields; the server checks all. */
export function planSchema(zone: Zone) {
  const { currency } = zone
  const money = (label: string, isOptional = false) =>
    z._default(z.string(), '').check(
      z.trim(),
      z.refine((text) => isOptional || text !== '', { error: `请输入${label}`, abort: true }),
      z.refine((text) => text === '' || minorUnitsOf(text, currency) !== undefined, {
        error: `${label}应为 19.90 这样的金额`,
      }),
    )
  const whole = (label: string, min: number, isOptional = false) =>
    z._default(z.string(), '').check(
      z.trim(),
      z.refine((text) => isOptional || text !== '', { error: `请输入${label}`, abort: true }),
      z.refine((text) => text === '' || /^\d{1,12}$/.test(text), {
        error: `${label}只能是整数`,
        abort: true,
      }),
      z.refine((text) => text === '' || Number(text) >= min, { error: `${label}不能小于 ${min}` }),
    )
  const text = (label: string) =>
    z._default(z.string(), '').check(z.trim(), z.minLength(1, `请输入${label}`))
  const fields = z.looseObject({
    id: z
      ._default(z.string(), '')
      .check(
        z.trim(),
        z.minLength(1, '请输入编号'),
        z.regex(/^[a-z0-9-]{1,40}$/, '编号应为 1–40 个小写字母、数字或连字符'),
      ),
    ...{ name: text('名称'), summary: text('说明') },
    ...{ amount: money('价格'), originalAmount: money('划线价', true) },
    ...{ credit: whole('积分', 1), bonusCredit: whole('赠送积分', 0) },
    ...{ validDays: whole('有效天数', 0), minNum: whole('最少份数', 1) },
    ...{ maxNum: whole('最多份数', 1), stock: whole('库存', 0, true) },
    limitPerUser: whole('每人限购', 1, true),
  })
  const rule = (
    path: string,
    error: string,
    holds: (
      offer: Required<Pick<PlanOffer, 'amount' | 'minNum' | 'maxNum'>> & PlanOffer,
    ) => boolean,
  ) =>
    z.refine<z.output<typeof fields>>((draft) => holds(offerOf(strings(draft), zone)), {
      path: [path],
      error,
    })
  return fields.check(
    rule(
      'originalAmount',
      '划线价应高于价格',
      ({ amount, originalAmount }) => originalAmount === undefined || originalAmount > amount,
    ),
    rule('maxNum', '最多份数不能小于最少份数', ({ minNum, maxNum }) => maxNum >= minNum),
    rule(
      'limitPerUser',
      '每人限购不能小于最少份数',
      ({ limitPerUser, minNum }) => limitPerUser === undefined || limitPerUser >= minNum,
    ),
    rule(
      'saleUntil',
      '停售应晚于开售',
      ({ saleFrom, saleUntil }) =>
        saleFrom === undefined || saleUntil === undefined || saleUntil > saleFrom,
    ),
  )
}

/** The texts among a form's values. */
export function strings(values: Readonly<Record<string, unknown>>): PlanDraft {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('zh-CN', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** The minor units of `19.90`; undefined for anything that is no positive sum of this currency. */
function minorUnitsOf(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency)
  const [, whole, part = ''] = /^(\d{1,10})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || part.length > digits) return undefined
  const amount = Number(whole + part.padEnd(digits, '0'))
  return amount > 0 ? amount : undefined
}
