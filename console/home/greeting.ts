/** 早上好 and the like, by the hour in the site's time zone. */
export function greetingAt(now: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone })
  const hour = Number(format.format(now))
  if (hour < 5 || hour >= 23) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

/** 11 月 20 日 周五 21:40. */
export function formatToday(now: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('zh-CN', {
    month: 'numeric',
    day: 'numeric',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  const part = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  const of = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? ''
  return `${of('month')} 月 ${of('day')} 日 ${of('weekday')} ${of('hour')}:${of('minute')}`
}
