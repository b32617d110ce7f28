const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400

/**
 * Whole seconds in their two largest units: 30 分 00 秒, 4 分 12 秒, 28 秒, 2 小时 5 分钟, 3 天 1 小时.
 * Seconds have two digits, so that a countdown does not change its width and move the page.
 */
export function formatDuration(seconds: number): string {
  if (seconds >= DAY_S) return pair(seconds, DAY_S, '天', HOUR_S, '小时')
  if (seconds >= HOUR_S) return pair(seconds, HOUR_S, '小时', MINUTE_S, '分钟')
  if (seconds < MINUTE_S) return `${seconds} 秒`
  const rest = String(seconds % MINUTE_S).padStart(2, '0')
  return `${Math.floor(seconds / MINUTE_S)} 分 ${rest} 秒`
}

function pair(seconds: number, unit: number, name: string, minor: number, minorName: string) {
  const rest = Math.floor((seconds % unit) / minor)
  return `${Math.floor(seconds / unit)} ${name}${rest > 0 ? ` ${rest} ${minorName}` : ''}`
}
