import { formatCredit } from '#web/lib/format/money.ts'

/** How many rows a list has on all its pages; `isMore`: at least so many, since counting on would take long. */
export function countText(
  { count, isMore }: { count: number; isMore: boolean },
  unit: string,
  isFiltered: boolean,
): string {
  return `${isMore ? '至少 ' : ''}${formatCredit(count)} ${unit}${isFiltered ? '符合' : ''}`
}
