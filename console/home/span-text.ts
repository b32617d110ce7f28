const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long something lasts, in one unit or two: 3 天 4 小时, 40 分钟, 12 秒. */
export function spanText(ms: number): string {
  if (ms >= 10 * DAY_MS) return `${Math.floor(ms / DAY_MS)} 天`
  if (ms >= DAY_MS) {
    const hours = Math.floor((ms % DAY_MS) / HOUR_MS)
    return `${Math.floor(ms / DAY_MS)} 天${hours > 0 ? ` ${hours} 小时` : ''}`
  }
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} 小时`
  if (ms >= MINUTE_MS) return `${Math.floor(ms / MINUTE_MS)} 分钟`
  return `${Math.max(0, Math.floor(ms / 1_000))} 秒`
}
