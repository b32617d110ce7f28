/** The name of a time zone with its UTC offset: 中国标准时间（UTC+8）. */
export function timeZoneName(timeZone: string, now: Date = new Date()): string {
  const part = (style: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat('zh-CN', { timeZone, timeZoneName: style })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${part('long')}（${part('shortOffset').replace('GMT', 'UTC')}）`
}
