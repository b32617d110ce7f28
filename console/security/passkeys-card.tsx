import { useState } from 'react'
import { removePasskey } from '#contract/console/staff/security.ts'
import { formatDayTime } from '#web/lib/format/day-time.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Badge } from '#web/ui/display/tag.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import type { SecurityCardProps } from './use-security.ts'

/** The operator's passkeys: add one, remove one. */
export function PasskeysCard({ security, onChange }: SecurityCardProps) {
  const { timeZone } = useConsoleSite()
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<(typeof security.passkeys)[number]>()
  const when = (iso: string) => formatDayTime(iso, timeZone)
  return (
    <section className="panel" aria-labelledby="passkeys">
      <header className="panel-head">
        <h2 id="passkeys">通行密钥</h2>
        <Button size="small" icon="plus" onClick={() => setIsAdding(true)}>
          添加
        </Button>
      </header>
      {security.passkeys.length === 0 ? (
        <p className="panel-note">还没有。用指纹、面容或安全钥匙登录，比密码更快，也能防钓鱼。</p>
      ) : (
        <ul className="op-list">
          {security.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Icon name="key" />
              <span>
                <b>{passkey.name}</b> {passkey.isSynced && <Badge kind="quiet">多台设备同步</Badge>}
                <small>
                  {passkey.lastUsedAt === null
                    ? '还没用过'
                    : `最近使用：${when(passkey.lastUsedAt)}`}
                  ，添加于 {when(passkey.createdAt)}
                </small>
              </span>
              <Button
                kind="ghost"
                size="small"
                aria-label={`删除通行密钥 ${passkey.name}`}
                onClick={() => setLeaving(passkey)}
              >
                删除
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <PasskeyDialog onClose={() => setIsAdding(false)} onChange={onChange} />}
      {leaving && (
        <RemoveDialog
          title={`删除通行密钥“${leaving.name}”？`}
          onClose={() => setLeaving(undefined)}
          onConfirm={async () =>
            onChange(await callConsole(removePasskey, { id: leaving.id }, { isQuiet: true }))
          }
        >
          以后不能用它登录。设备或密码管理器里的那份要另外删除。
        </RemoveDialog>
      )}
    </section>
  )
}
