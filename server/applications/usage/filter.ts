import { uuid } from '#contract/applications/application-fields.ts'
import type { UsageFilter } from '#contract/credit/usage.ts'
import type { SpendingFilter } from '../../credit/spending/usage-days.store.ts'
import type { Deps } from '../../deps.ts'
import { dayText } from '../../lib/local-time.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The last days of a time zone, today included. */
function lastDays({ days, now, timeZone }: { days: number; now: Date; timeZone: string }): {
  first: string
  last: string
} {
  const last = dayText(now, timeZone)
  const first = new Date(Date.parse(last) - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  return { first, last }
}

const DAYS = 30
/** Stands for what is no id of ours: nothing has it. */
const NOBODY = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The part of the user's spending that a call asks for. */
export function toSpendingFilter(
  { now, content }: Pick<Deps, 'now' | 'content'>,
  userId: string,
  { first, last, applicationId, key }: UsageFilter,
): SpendingFilter {
  const recent = lastDays({ days: DAYS, now: now(), timeZone: content.site.timeZone })
  return {
    userId,
    first: first ?? recent.first,
    last: last ?? recent.last,
    applicationId: idOf(applicationId),
    apiKeyId: key === 'web' ? 'none' : idOf(key),
  }
}

function idOf(asked: string | undefined): string | null {
  if (asked === undefined) return null
  return uuid.safeParse(asked).success ? asked : NOBODY
}
