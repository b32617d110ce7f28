import { uuid } from '#contract/applications/application-fields.ts'
import type { UsageFilter } from '#contract/credit/usage.ts'
import { lastDays } from '../../credit/spending/last-days.ts'
import type { SpendingFilter } from '../../credit/spending/usage-days.store.ts'
import type { Deps } from '../../deps.ts'

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
