import type { CustomerKey } from '#contract/account/api-keys.ts'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { Badge } from '../../ui/display/tag.tsx'
import { Icon } from '../../ui/icon/icon.tsx'

interface KeyLineProps {
  apiKey: CustomerKey
  onRevoke: () => void
}

/** One API key with its application, limit and last use. */
export function KeyLine({ apiKey, onRevoke }: KeyLineProps) {
  const { timeZone, creditUnit } = useSite()
  const { application, name, hint, monthlyLimit, createdAt, lastUsedAt } = apiKey
  const when = (iso: string) => formatDayTime(iso, timeZone)
  return (
    <li className="list-icon">
      <Icon name="lock" />
      <span>
        {name} <Badge kind="quiet">{application.name}</Badge>
        <small>
          <span>
            <code>{hint}…</code>，
          </span>
          <span>
            {monthlyLimit === null
              ? '每月不限'
              : `每月最多 ${formatCredit(monthlyLimit)} ${creditUnit}`}
            ，
          </span>
          <span>{lastUsedAt === null ? '还没有用过' : `最近使用：${when(lastUsedAt)}`}，</span>
          <span>新建于{when(createdAt)}</span>
        </small>
      </span>
      <Button kind="ghost" size="small" aria-label={`停用密钥 ${name}`} onClick={onRevoke}>
        停用
      </Button>
    </li>
  )
}
