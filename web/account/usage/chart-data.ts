import type { UsageDay } from '#contract/credit/usage.ts'
import { type DaySpan, dayAfter, daysIn } from './usage-query.ts'

/** Tools beyond this number are shown as one. */
const TOOLS_SHOWN = 4
const OTHERS = 'others'

/** A tool with what it charged in the whole time. */
export interface ChartTool {
  id: string
  name: string
  charged: number
}

export interface ChartDay {
  day: string
  charged: number
  reversed: number
  /** What each tool of the chart charged, in their order. */
  parts: number[]
}

export interface ChartData {
  /** The one that charged most first. */
  tools: ChartTool[]
  /** Every day of the time, oldest first. */
  days: ChartDay[]
  charged: number
  reversed: number
}

interface Summary extends DaySpan {
  days: readonly UsageDay[]
  applications: readonly { id: string; name: string }[]
}

/** What the chart and its table show of a time. */
export function chartDataOf({ first, last, days, applications }: Summary): ChartData {
  const sums = new Map<string, number>()
  for (const { applicationId, charged } of days)
    sums.set(applicationId, (sums.get(applicationId) ?? 0) + charged)
  const names = new Map(applications.map(({ id, name }) => [id, name]))
  const all = [...sums]
    .map(([id, charged]) => ({ id, name: names.get(id) ?? '', charged }))
    .filter(({ charged }) => charged > 0)
    .toSorted((a, b) => b.charged - a.charged)
  const rest = all.length > TOOLS_SHOWN ? all.slice(TOOLS_SHOWN - 1) : []
  const tools = all.slice(0, all.length - rest.length)
  if (rest.length > 0) tools.push({ id: OTHERS, name: '其他', charged: sumOf(rest) })
  const place = (id: string) => {
    const found = tools.findIndex((tool) => tool.id === id)
    return found === -1 ? tools.length - 1 : found
  }

  const shown = Array.from({ length: daysIn({ first, last }) }, (_, at): ChartDay => ({
    ...{ day: dayAfter(first, at), charged: 0, reversed: 0 },
    parts: tools.map(() => 0),
  }))
  const byDay = new Map(shown.map((each) => [each.day, each]))
  for (const { day, applicationId, charged, reversed } of days) {
    const each = byDay.get(day)
    if (!each) continue
    each.charged += charged
    each.reversed += reversed
    if (charged > 0) each.parts[place(applicationId)]! += charged
  }
  return {
    ...{ tools, days: shown },
    charged: sumOf(shown),
    reversed: shown.reduce((sum, day) => sum + day.reversed, 0),
  }
}

function sumOf(parts: readonly { charged: number }[]): number {
  return parts.reduce((sum, { charged }) => sum + charged, 0)
}

/** The end of a scale for values up to `most` whose quarters are whole numbers. */
export function scaleEnd(most: number): number {
  for (let unit = 4; ; unit *= 10) {
    for (const step of [1, 2, 5]) if (unit * step >= most) return unit * step
  }
}
