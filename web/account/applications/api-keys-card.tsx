import { useState } from 'react'
import * as apiKeys from '#contract/account/api-keys.ts'
import type { CustomerKey } from '#contract/account/api-keys.ts'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { useSite } from '../../lib/site.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/action/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { CreateKey, type CreationStep } from './create-key.tsx'
import { revoke } from './revoke.ts'
import type { Applications } from './use-applications.ts'
import { now } from '../../lib/clock.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { Badge } from '../../ui/display/tag.tsx'
import { Icon } from '../../ui/icon/icon.tsx'

/** A key used within this time counts as in use. */
const IN_USE_MS = 10 * 60_000

interface ApiKeysCardProps extends Applications {
  /** Of the account, for the password that a new key may ask for. */
  email: string
  /** A key was made or revoked. */
  onChange: () => void
}

/** The user's API keys, each with a button to revoke it, and the button to make one. */
export function ApiKeysCard({ email, applications, keys, onChange }: ApiKeysCardProps) {
  const { timeZone, creditUnit } = useSite()
  const [step, setStep] = useState<CreationStep>('closed')
  const [revoking, setRevoking] = useState<CustomerKey>()

  async function confirmRevoke() {
    if (!revoking) return
    await revoke(apiKeys.revokeApiKey, revoking.id)
    toast(`密钥“${revoking.name}”已停用`)
    onChange()
  }

  const [first, ...others] = applications
  const named = others.length === 0 ? `“${first?.name}”` : '以下应用'
  return (
    <ListCard title="我的密钥">
      {keys.length === 0 ? (
        <Empty title="还没有密钥" drawing="key">
          新建密钥后，您的客户端和程序可以使用{named}。
        </Empty>
      ) : (
        <ul className="list">
          {keys.map((key) => (
            <KeyLine key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
          ))}
        </ul>
      )}
      {/* one button without and with keys: it keeps the focus when the first key appears */}
      <div className="card-foot">
        {keys.length > 0 && (
          <p className="hint">任何人持有密钥都能使用您的{creditUnit}，如有泄露请立即停用。</p>
        )}
        {applications.length > 0 && (
          <Button icon="plus" onClick={() => setStep('form')}>
            新建密钥
          </Button>
        )}
      </div>
      <CreateKey
        step={step}
        onStep={setStep}
        email={email}
        applications={applications}
        onMade={onChange}
      />
      <ConfirmDialog
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={`停用密钥“${revoking?.name}”？`}
        confirmLabel="停用"
        onConfirm={confirmRevoke}
      >
        <p>
          停用后不能恢复，使用该密钥的程序不能再使用{creditUnit}
          。已预留的部分仍按实际用量扣除，非官方应用不超过预留的数量。
        </p>
        {revoking?.lastUsedAt != null && isInUse(revoking.lastUsedAt) && (
          <Notice kind="wait">
            该密钥正在使用，最近一次是{formatDayTime(revoking.lastUsedAt, timeZone)}
            。停用后，使用该密钥的程序会立即出错。
          </Notice>
        )}
      </ConfirmDialog>
    </ListCard>
  )
}

function isInUse(lastUsedAt: string): boolean {
  return now() - Date.parse(lastUsedAt) < IN_USE_MS
}

interface KeyLineProps {
  apiKey: CustomerKey
  onRevoke: () => void
}

/** One API key with its application, limit and last use. */
function KeyLine({ apiKey, onRevoke }: KeyLineProps) {
  const { timeZone, creditUnit } = useSite()
  const { application, name, hint, monthlyLimit, createdAt, lastUsedAt } = apiKey
  const when = (iso: string) => formatDayTime(iso, timeZone)
  return (
    <li className="list-icon">
      <Icon name="key" />
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
          <span>{lastUsedAt === null ? '尚未使用' : `最近使用：${when(lastUsedAt)}`}，</span>
          <span>新建于{when(createdAt)}</span>
        </small>
      </span>
      <Button kind="ghost" size="small" aria-label={`停用密钥 ${name}`} onClick={onRevoke}>
        停用
      </Button>
    </li>
  )
}
