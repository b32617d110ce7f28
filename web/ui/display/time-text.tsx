import { useSite } from '../../lib/site.ts'
import { formatTime, type TimeStyle } from '../../lib/format/time.ts'

/** An ISO time, shown in the site's time zone. */
export function TimeText({ iso, style = 'minute' }: { iso: string; style?: TimeStyle }) {
  const { timeZone } = useSite()
  return <time dateTime={iso}>{formatTime(iso, style, timeZone)}</time>
}
