import { formatTable } from '#harness/format-table.ts'
import { median } from './rounds.ts'

/** One line of the table: the measurement, its reference and its goal. */
export interface Figure {
  what: string
  /** The result of the product and of the reference, as text. */
  ours: string
  reference: string
  /** One value a round; the median counts. */
  values: number[]
  unit: Unit
  goal: { atLeast: number } | { atMost: number }
}

/** `×` marks a ratio: ours divided by the reference. */
type Unit = '×' | 's' | 'ms' | 'MB' | '/min' | 'points' | 'shift'

/** The result of a round under load. */
interface Throughput {
  perSecond: number
  p99Ms?: number
}

/** A ratio of throughputs, round by round. */
export function compareThroughput(
  what: string,
  ours: readonly Throughput[],
  reference: readonly Throughput[],
  atLeast: number,
): Figure {
  const values = ours.map(({ perSecond }, round) => perSecond / reference[round]!.perSecond)
  const texts = { ours: throughputText(ours), reference: throughputText(reference) }
  return { what, ...texts, values, unit: '×', goal: { atLeast } }
}

/** A value that is compared with its goal alone. */
export function absoluteFigure(
  what: string,
  values: number[],
  unit: Unit,
  goal: Figure['goal'],
): Figure {
  return { what, ours: valueText(median(values), unit), reference: '–', values, unit, goal }
}

function throughputText(rounds: readonly Throughput[]): string {
  const rate = median(rounds.map(({ perSecond }) => perSecond))
  const p99s = rounds.flatMap(({ p99Ms }) => p99Ms ?? [])
  const perSecond = `${Math.round(rate).toLocaleString('en')}/s`
  return p99s.length === 0 ? perSecond : `${perSecond}, p99 ${median(p99s).toFixed(1)} ms`
}

export function isMet({ values, goal }: Figure): boolean {
  const value = median(values)
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

const HEADINGS = ['What', 'Product', 'Compared with', 'Median', 'Range', 'Goal', '']

/** The figures as a Markdown table that is also readable in a terminal. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, ours, reference, values, unit, goal } = figure
    const value = (number: number) => valueText(number, unit)
    const range = `${value(Math.min(...values))} – ${value(Math.max(...values))}`
    const bound = 'atLeast' in goal ? `≥ ${value(goal.atLeast)}` : `≤ ${value(goal.atMost)}`
    const verdict = isMet(figure) ? 'met' : '**missed**'
    return [what, ours, reference, `**${value(median(values))}**`, range, bound, verdict]
  })
  return formatTable(HEADINGS, rows).join('\n')
}

const VALUE_FORMATS: Record<Unit, (value: number) => string> = {
  '×': (value) => `${value.toFixed(2)} ×`,
  s: (value) => `${value.toFixed(2)} s`,
  MB: (value) => `${Math.round(value)} MB`,
  ms: (value) => `${Math.round(value)} ms`,
  '/min': (value) => `${value.toFixed(1)}/min`,
  points: (value) => String(value),
  shift: (value) => value.toFixed(3),
}

function valueText(value: number, unit: Unit): string {
  return VALUE_FORMATS[unit](value)
}
