import { formatDayTime } from '../lib/day-time.ts'
import { useSession } from '../lib/session.ts'
import { useSite } from '../lib/site.ts'
import { PageHead } from '../shell/page-head.tsx'
import { greeting } from './greeting.ts'
import type { Profile } from './profile.ts'

/** The title, whom it greets, and the last login, by which one notices a stranger's. */
export function HomeHead({ profile }: { profile: Profile | undefined }) {
  const session = useSession()
  const { timeZone } = useSite()
  const nickname = profile?.user.nickname ?? session?.nickname
  const last = profile?.lastLogin
  return (
    <PageHead
      lead={
        <>
          {greeting(timeZone)}
          {nickname && `，${nickname}`}。
          {last && (
            <>
              <span>最近登录：{formatDayTime(last.at, timeZone)}，</span>
              <span>
                {last.device}（{last.ip}）。
              </span>
            </>
          )}
        </>
      }
    />
  )
}
