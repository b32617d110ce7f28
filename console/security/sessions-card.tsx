import { useState } from 'react'
import { endOwnSessions } from '#contract/console/staff/security.ts'
import { formatDayTime } from '#web/lib/format/day-time.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Badge } from '#web/ui/display/tag.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { StepNote } from '#web/ui/feedback/step-note.tsx'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useStep } from '#web/ui/action/use-step.ts'
import { browserName } from '#web/lib/passkey/browser-name.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import type { SecurityCardProps } from './use-security.ts'

/** Where this operator is signed in; each other session, or all of them, can be ended. */
export function SessionsCard({ security, onChange }: SecurityCardProps) {
  const { timeZone } = useConsoleSite()
  const { sessions } = security
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, message, run } = useStep((id: string) => end(id))
  const when = (iso: string) => formatDayTime(iso, timeZone)

  async function end(id: string | null) {
    onChange(await callConsole(endOwnSessions, { id }, { isQuiet: true }))
    toast(id === null ? '其他登录都已退出' : '已退出')
  }

  return (
    <section className="panel" aria-labelledby="sessions">
      <header className="panel-head">
        <h2 id="sessions">登录的设备</h2>
        {sessions.length > 1 && (
          <Button size="small" onClick={() => setIsAsking(true)}>
            退出其他全部
          </Button>
        )}
      </header>
      <ul className="op-list">
        {sessions.map(({ id, userAgent, address, createdAt, lastSeenAt, isCurrent }) => (
          <li key={id}>
            <Icon name="device" />
            <span>
              <b title={userAgent}>{browserName(userAgent)}</b> {isCurrent && <Badge>这一台</Badge>}
              <small>
                {isCurrent ? '正在使用' : `最近使用：${when(lastSeenAt)}`}，登录于 {when(createdAt)}
                ，{address}
              </small>
            </span>
            {!isCurrent && (
              <Button
                kind="ghost"
                size="small"
                isBusy={isBusy}
                aria-label={`退出 ${browserName(userAgent)}，登录于 ${when(createdAt)}`}
                onClick={() => run(id)}
              >
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
      {message && (
        <div className="panel-note">
          <StepNote message={message} />
        </div>
      )}
      {isAsking && (
        <RemoveDialog
          title={`退出其他 ${sessions.length - 1} 处登录？`}
          confirmLabel="全部退出"
          onClose={() => setIsAsking(false)}
          onConfirm={() => end(null)}
        >
          其他设备需重新登录，本机不受影响。
        </RemoveDialog>
      )}
    </section>
  )
}
