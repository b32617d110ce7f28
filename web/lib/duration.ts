const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400

/** A span of whole seconds in its two largest units: 4 分 12 秒, 28 秒, 30 分钟, 2 小时 5 分钟, 3 天 1 小时. */
export function formatDuration(seconds: number): string {
  if (seconds >= DAY_S) return pair(seconds, DAY_S, '天', HOUR_S, '小时')
  if (seconds >= HOUR_S) return pair(seconds, HOUR_S, '小时', MINUTE_S, '分钟')
  if (seconds >= MINUTE_S)
    return seconds % MINUTE_S === 0
      ? `${seconds / MINUTE_S} 分钟`
      : pair(seconds, MINUTE_S, '分', 1, '秒')
  return `${seconds} 秒`
}

function pair(seconds: number, unit: number, name: string, minor: number, minorName: string) {
  const rest = Math.floor((seconds % unit) / minor)
  return `${Math.floor(seconds / unit)} ${name}${rest > 0 ? ` ${rest} ${minorName}` : ''}`
}
