import type { PlanOffer } from '#contract/content/content.ts'
import { moneyText } from '../../lib/money-text.ts'
import type { PlanChange } from '../../recharge/plans/plan-changes.ts'
import type { Content } from '../../site/content/load-content.ts'

/** Files of the words whose name is not that of the key. */
const FILES: Readonly<Record<string, string>> = {
  home: 'home.json',
  product: 'product.json',
  advantage: 'advantage.json',
  cases: 'case.json',
  campaign: 'gg.json',
}

/** Characters of the text that are shown on each side of a price. */
const AROUND = 12

type PlanTexts = Pick<PlanOffer, 'id' | 'name' | 'summary' | 'features' | 'currency'>

/** Sentences that name the texts with the old price of a changed plan as a number: it would stay there. */
export function describeQuotedPrices(
  { words }: Pick<Content, 'words'>,
  plans: readonly PlanTexts[],
  changes: readonly PlanChange[],
): string[] {
  const texts = [
    ...Object.entries(words).map(([key, value]) => ({
      place: FILES[key] ?? `pages/${key}.md`,
      strings: stringsIn(value),
    })),
    ...plans.map(({ name, summary, features }) => ({
      place: `套餐“${name}”的说明`,
      strings: [summary, ...features],
    })),
  ]
  return changes.flatMap(({ id, fields }) => {
    const old = fields.find(({ field }) => field === 'amount')?.from
    const currency = plans.find((plan) => plan.id === id)?.currency
    if (typeof old !== 'number' || currency === undefined) return []
    const price = priceIn(old, currency)
    const found = texts.flatMap(({ place, strings }) =>
      strings.flatMap((text) => {
        const match = price.exec(text)
        return match ? [`${place}（${excerpt(text, match)}）`] : []
      }),
    )
    if (found.length === 0) return []
    return [
      `这些文字里直接写着 ${moneyText(old, currency)}，不会跟着改：${found.join('、')}。content/ 里的可以写成 {{${id}.price}}`,
    ]
  })
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** `¥19.90`, `¥19.9`, `19.90 元`; of whole amounts also `¥299` and `1299`. */
function priceIn(amount: number, currency: string): RegExp {
  const text = moneyText(amount, currency)
  const sign = text.replaceAll(/[\d.,\s]/g, '')
  const [whole = '', fraction = ''] = text.replaceAll(/[^\d.]/g, '').split('.')
  const digits = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',?')
  const decimals = fraction.replace(/0+$/, '')
  const rest = decimals === '' ? '(?:\\.0+)?' : `\\.${decimals}0*`
  const number = `${digits}${rest}(?![\\d.]*\\d)`
  return new RegExp(`${RegExp.escape(sign)}\\s*${number}|(?<![\\d.,])${number}\\s*元`)
}

function excerpt(text: string, { 0: match, index }: RegExpExecArray): string {
  const start = Math.max(0, index - AROUND)
  const end = index + match.length + AROUND
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
