import type { ReactNode } from 'react'
import type { Health } from '#contract/console/figures/figures.ts'
import { formatDayTime } from '#web/lib/format/day-time.ts'
import { Link } from '#web/lib/router/link.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { spanText } from './span-text.ts'
import { now } from '#web/lib/clock.ts'

const DAY_MS = 24 * 60 * 60_000
const SLOW_DATABASE_MS = 50
const MANY_MAILS = 20

/** Whether the parts that the shop stands on do their work. */
export function HealthStrip({ health }: { health: Health }) {
  const { timeZone } = useConsoleSite()
  const { newestEventAt, mailsDue, databaseMs, lastBackupAt, lastProofAt, hasFaults } = health
  const ageOf = (time: string) => now() - Date.parse(time)
  return (
    <ul className="health" aria-label="系统">
      <Part name="最近回调" isUnknown={newestEventAt === null}>
        <Link to="/events">
          {newestEventAt === null ? '还没有' : `${spanText(ageOf(newestEventAt))}前`}
        </Link>
      </Part>
      <Part name="邮件队列" isOff={mailsDue >= MANY_MAILS}>
        <Link to={consoleHref('/mails', { state: 'waiting' })}>{mailsDue} 封等待</Link>
      </Part>
      <Part name="数据库" isOff={databaseMs > SLOW_DATABASE_MS}>
        {databaseMs} 毫秒
      </Part>
      <Part
        name="最近备份"
        isOff={lastBackupAt !== null && ageOf(lastBackupAt) > 2 * DAY_MS}
        isUnknown={lastBackupAt === null}
      >
        <Link to={consoleHref('/audit', { command: 'backup' })}>
          {lastBackupAt === null ? '没有记录' : formatDayTime(lastBackupAt, timeZone)}
        </Link>
      </Part>
      <Part
        name="账目核对"
        isOff={hasFaults || (lastProofAt !== null && ageOf(lastProofAt) > 2 * DAY_MS)}
        isUnknown={lastProofAt === null}
      >
        {lastProofAt === null ? (
          '还没有'
        ) : hasFaults ? (
          <Link to="/alerts">{formatDayTime(lastProofAt, timeZone)}，不符</Link>
        ) : (
          `${formatDayTime(lastProofAt, timeZone)}，相符`
        )}
      </Part>
    </ul>
  )
}

function Part({
  name,
  isOff = false,
  isUnknown = false,
  children,
}: {
  name: string
  isOff?: boolean
  /** Neither good nor bad. */
  isUnknown?: boolean
  children: ReactNode
}) {
  return (
    <li data-kind={isOff ? 'wait' : isUnknown ? 'none' : undefined}>
      <i />
      <span>{name}</span>
      <b>{children}</b>
    </li>
  )
}
