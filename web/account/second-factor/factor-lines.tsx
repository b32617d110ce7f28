import type { SecondFactor } from '#contract/account/second-factor-fields.ts'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { Badge } from '../../ui/display/tag.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import type { Removal } from './remove-dialog.tsx'

/** Fewer codes than this are a reason to make new ones. */
const FEW = 4

interface FactorLinesProps {
  secondFactor: SecondFactor
  onRemove: (removal: Removal) => void
}

/** Passkeys, authenticator and recovery codes, each with its button. */
export function FactorLines({ secondFactor, onRemove }: FactorLinesProps) {
  const { timeZone } = useSite()
  const { passkeys, totp, recoveryCodesLeft } = secondFactor
  const isLast = passkeys.length + (totp ? 1 : 0) === 1
  const when = (iso: string) => formatDayTime(iso, timeZone)
  return (
    <ul className="list">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="list-icon">
          <Icon name="key" />
          <span>
            {passkey.name} {passkey.isSynced && <Badge kind="quiet">多台设备同步</Badge>}
            <small>
              <span>
                {passkey.lastUsedAt === null ? '尚未使用' : `最近使用：${when(passkey.lastUsedAt)}`}
                ，
              </span>
              <span>添加于{when(passkey.createdAt)}</span>
            </small>
          </span>
          <Button
            kind="ghost"
            size="small"
            aria-label={`删除通行密钥 ${passkey.name}`}
            onClick={() =>
              onRemove({ what: 'passkey', id: passkey.id, name: passkey.name, isLast })
            }
          >
            删除
          </Button>
        </li>
      ))}
      {totp && (
        <li className="list-icon">
          <Icon name="device" />
          <span>
            验证器
            <small>设置于{when(totp.createdAt)}</small>
          </span>
          <Button
            kind="ghost"
            size="small"
            aria-label="删除验证器"
            onClick={() => onRemove({ what: 'totp', isLast })}
          >
            删除
          </Button>
        </li>
      )}
      <li className="list-icon">
        <Icon name="file" />
        <span>
          恢复码{' '}
          <Badge {...(recoveryCodesLeft >= FEW && { kind: 'quiet' as const })}>
            还剩 {recoveryCodesLeft} 个
          </Badge>
          <small>无法使用通行密钥和验证器时使用，每个限用一次</small>
        </span>
        <Button
          kind="ghost"
          size="small"
          aria-label="更换恢复码"
          onClick={() => onRemove({ what: 'codes' })}
        >
          更换
        </Button>
      </li>
    </ul>
  )
}
