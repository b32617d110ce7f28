import type { Site } from '#contract/content/content.ts'
import { formatCredit } from './format/money.ts'

/** What the site promises to new customers; undefined where it gives nothing. */
export function welcomePromise({ welcomeCredit, creditUnit }: Site): string | undefined {
  return (
    welcomeCredit &&
    `注册即送 ${formatCredit(welcomeCredit.amount)} ${creditUnit}，${welcomeCredit.days} 天内有效`
  )
}
