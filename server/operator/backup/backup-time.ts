import type { OperatorContext } from '../operator.ts'
import { timeText } from '../terminal/format.ts'

/** The backup's moment by the shop's clock; in UTC as it is written where content/ cannot be read. */
export function backupTimeText(operator: Pick<OperatorContext, 'content'>, at: string): string {
  try {
    return timeText(new Date(at), operator.content.site.timeZone)
  } catch {
    return at
  }
}
