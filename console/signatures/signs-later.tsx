import type { listSignatureRequests } from '#contract/console/staff/signatures.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { DayTime } from '../panel/day-time.tsx'

type SignsLaterProps = NonNullable<OutputOf<typeof listSignatureRequests>['signsLater']>

/** Says to a colleague who does not sign yet since when that is so, and from when on it is not. */
export function SignsLater({ since, from }: SignsLaterProps) {
  return (
    <Notice kind="wait">
      您在 <DayTime iso={since} /> 加入、恢复、换角色或重置了登录方式，24 小时内不能签字，
      <DayTime iso={from} /> 起可以。
    </Notice>
  )
}
