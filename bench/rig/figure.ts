import type { Visit } from './lighthouse.ts'
import { median } from './rounds.ts'

/** One line of the table: the measurement, its reference and its goal. */
export interface Figure {
  what: string
  /** The result of the product and of the reference, as text. */
  ours: string
  reference: string
  /** One value a round; the median counts. */
  values: number[]
  /** `×` marks a ratio: ours divided by the reference. */
  unit: '×' | 's' | 'MB' | '/s' | 'ms' | 'points' | 'shift'
  goal: { atLeast: number } | { atMost: number }
}

/** The result of a round under load. */
export interface Throughput {
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
  return {
    what,
    ours: throughputText(ours),
    reference: throughputText(reference),
    values,
    unit: '×',
    goal: { atLeast },
  }
}

/** Seconds or memory, compared with a fixed goal instead of a reference. */
export function absoluteFigure(
  what: string,
  values: number[],
  unit: 's' | 'ms' | 'MB',
  atMost: number,
): Figure {
  return {
    what,
    ours: valueText(median(values), unit),
    reference: '–',
    values,
    unit,
    goal: { atMost },
  }
}

/** A rate, compared with a fixed goal: the provider's delay limits it, not this machine. */
export function rateFigure(what: string, values: number[], atLeast: number): Figure {
  return {
    what,
    ours: valueText(median(values), '/s'),
    reference: '–',
    values,
    unit: '/s',
    goal: { atLeast },
  }
}

/** How long the requests of one round took. */
interface Times {
  p50Ms: number
  p95Ms?: number
}

/** How many times longer the same query takes with many rows than with few, round by round. */
export function slowdownFigure(
  what: string,
  many: readonly Times[],
  few: readonly Times[],
  atMost: number,
): Figure {
  const inMs = (rounds: readonly Times[]) => {
    const p50 = `p50 ${median(rounds.map(({ p50Ms }) => p50Ms)).toFixed(2)} ms`
    const p95s = rounds.flatMap(({ p95Ms }) => p95Ms ?? [])
    return p95s.length === 0 ? p50 : `${p50}, p95 ${median(p95s).toFixed(2)} ms`
  }
  return {
    what,
    ours: inMs(many),
    reference: inMs(few),
    values: many.map(({ p50Ms }, round) => p50Ms / few[round]!.p50Ms),
    unit: '×',
    goal: { atMost },
  }
}

/** How long single requests took, in ms. The goal is that of the slowest hundredth. */
export function timesFigure(what: string, times: readonly number[], p99AtMost: number): Figure {
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  return {
    what,
    ours: `p50 ${median(times).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    reference: '–',
    values: [p99],
    unit: 'ms',
    goal: { atMost: p99AtMost },
  }
}

const VISIT_MEASURES: Record<keyof Visit, [name: string, unit: Figure['unit']]> = {
  firstPaintS: ['first contentful paint', 's'],
  largestPaintS: ['largest contentful paint', 's'],
  blockedMs: ['total blocking time', 'ms'],
  shift: ['cumulative layout shift', 'shift'],
  performance: ['performance', 'points'],
  others: ['lowest of the other three', 'points'],
}

/** One Lighthouse measure of a page, beside the same measure of a plain page. */
export function visitFigure(
  path: string,
  measure: keyof Visit,
  rounds: readonly { ours: Visit; plain: Visit }[],
  goal: Figure['goal'],
): Figure {
  const [name, unit] = VISIT_MEASURES[measure]
  const values = rounds.map(({ ours }) => ours[measure])
  return {
    what: `${path}: ${name}`,
    ours: valueText(median(values), unit),
    reference: valueText(median(rounds.map(({ plain }) => plain[measure])), unit),
    values,
    unit,
    goal,
  }
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

/** The figures as a Markdown table that is also readable in a terminal. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, ours, reference, values, unit, goal } = figure
    const value = (number: number) => valueText(number, unit)
    const range = `${value(Math.min(...values))} – ${value(Math.max(...values))}`
    const bound = 'atLeast' in goal ? `≥ ${value(goal.atLeast)}` : `≤ ${value(goal.atMost)}`
    const verdict = isMet(figure) ? 'met' : '**missed**'
    return [what, ours, reference, `**${value(median(values))}**`, range, bound, verdict]
  })
  const head = ['What', 'Product', 'Compared with', 'Median', 'Range', 'Goal', '']
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]!.length), title.length, 3),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const VALUE_FORMATS: Record<Figure['unit'], (value: number) => string> = {
  '×': (value) => `${value.toFixed(2)} ×`,
  s: (value) => `${value.toFixed(2)} s`,
  MB: (value) => `${Math.round(value)} MB`,
  '/s': (value) => `${value.toFixed(1)}/s`,
  ms: (value) => `${Math.round(value)} ms`,
  points: (value) => String(value),
  shift: (value) => value.toFixed(3),
}

function valueText(value: number, unit: Figure['unit']): string {
  return VALUE_FORMATS[unit](value)
}
