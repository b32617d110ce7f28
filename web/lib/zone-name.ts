/** A time zone in words, with its distance from UTC: 中国标准时间（UTC+8）. */
export function timeZoneName(timeZone: string, now: Date = new Date()): string {
  const part = (timeZoneName: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat('zh-CN', { timeZone, timeZoneName })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${part('long')}（${part('shortOffset').replace('GMT', 'UTC')}）`
}
