import { formatTime } from '../lib/time.ts'

/** How one greets at this hour of the site's clock, by which every time on the page is given. */
export function greeting(timeZone: string, now: Date = new Date()): string {
  const hour = Number.parseInt(formatTime(now.toISOString(), 'clock', timeZone), 10)
  if (hour < 5) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  if (hour < 18) return '下午好'
  return '晚上好'
}
