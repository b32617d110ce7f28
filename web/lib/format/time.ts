export type TimeStyle = 'date' | 'minute' | 'second' | 'clock'

const PARTS: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  date: { year: 'numeric', month: '2-digit', day: '2-digit' },
  minute: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  second: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
  clock: { hour: '2-digit', minute: '2-digit' },
}

/** An ISO time in the site's time zone: 2026-11-20, 2026-11-20 21:32, 2026-11-20 21:32:05, 21:32. */
export function formatTime(iso: string, style: TimeStyle, timeZone: string): string {
  const format = new Intl.DateTimeFormat('zh-CN', { ...PARTS[style], timeZone, hourCycle: 'h23' })
  const part = new Map(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
  const date = join('-', part.get('year'), part.get('month'), part.get('day'))
  const clock = join(':', part.get('hour'), part.get('minute'), part.get('second'))
  return join(' ', date, clock)
}

function join(mark: string, ...texts: (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join(mark)
}
