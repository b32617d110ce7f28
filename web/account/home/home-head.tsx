import { formatDayTime } from '../../lib/format/day-time.ts'
import { useSite } from '../../lib/site.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { UserText } from '../../shell/user-text.tsx'
import { Clauses } from '../../ui/display/clauses.tsx'
import type { Profile } from '../profile/use-profile.ts'

/** Title, greeting and the last login, which reveals a stranger's login. */
export function HomeHead({ profile }: { profile: Profile | undefined }) {
  const { creditUnit, timeZone } = useSite()
  const last = profile?.lastLogin
  return (
    <PageHead
      lead={
        <>
          <span className="when-in">
            您好，
            <UserText part="nickname" />。
          </span>
          <Clauses of={`余额、订单、${creditUnit}流水和登录的设备，都在这一页。`} />
          <small className="last-login faint">
            {last && (
              <>
                <span>最近登录：{formatDayTime(last.at, timeZone)}，</span>
                <span>
                  {last.device}（{last.ip}）。
                </span>
              </>
            )}
          </small>
        </>
      }
    />
  )
}
