import type { OperatorContext } from '../operator.ts'
import { timeText } from '../terminal/format.ts'

/** The backup's time in the shop's time zone; in UTC when content/ cannot be read. */
export function backupTimeText(operator: Pick<OperatorContext, 'content'>, at: string): string {
  try {
    return timeText(new Date(at), operator.content.site.timeZone)
  } catch {
    return at
  }
}
