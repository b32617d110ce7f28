import { useState } from 'react'
import type * as z from 'zod/mini'
import { beginCodeSetup, removeCode, setCode } from '#contract/console/staff/security.ts'
import type { newCodeSecret } from '#contract/console/shapes.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Ask } from '../frame/ask.tsx'
import { StepNote } from '#web/ui/feedback/step-note.tsx'
import { callConsole } from '../lib/call.ts'
import { useStep } from '#web/ui/action/use-step.ts'
import { NewCodeSetup } from './new-code-setup.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import type { SecurityCardProps } from './use-security.ts'

/** Password and authenticator: set up, replace, remove. */
export function CodeCard({ security, onChange }: SecurityCardProps) {
  const { hasCode } = security
  const [secret, setSecret] = useState<z.output<typeof newCodeSecret>>()
  const [isRemoving, setIsRemoving] = useState(false)
  const { isBusy, message, run } = useStep(async () => {
    setSecret(await callConsole(beginCodeSetup, {}, { isQuiet: true }))
  })

  return (
    <section className="panel" aria-labelledby="code">
      <header className="panel-head">
        <h2 id="code">密码和验证器</h2>
        <span className="faint">{hasCode ? '已设置' : '未设置'}</span>
        <span className="row-actions end">
          {hasCode && (
            <Button kind="ghost" size="small" onClick={() => setIsRemoving(true)}>
              删除
            </Button>
          )}
          <Button size="small" isBusy={isBusy} onClick={run}>
            {hasCode ? '更换' : '设置'}
          </Button>
        </span>
      </header>
      <div className="panel-note">
        <p>邮箱、密码和验证器里的 6 位数字一起用，任何电脑都能登录。</p>
        <StepNote message={message} />
      </div>
      {secret && (
        <Ask title="设置密码和验证器" onClose={() => setSecret(undefined)}>
          <div className="ask-body">
            {hasCode && <p className="soft">完成后旧的密码和验证器作废，其他登录全部退出。</p>}
            <NewCodeSetup
              secret={secret}
              submitLabel="完成设置"
              onSubmit={async (given) => {
                onChange(await callConsole(setCode, given, { isQuiet: true }))
                setSecret(undefined)
                toast('密码和验证器已设置')
              }}
            />
          </div>
        </Ask>
      )}
      {isRemoving && (
        <RemoveDialog
          title="删除密码和验证器？"
          onClose={() => setIsRemoving(false)}
          onConfirm={async () => onChange(await callConsole(removeCode, {}, { isQuiet: true }))}
        >
          以后只能用通行密钥或恢复码登录。
        </RemoveDialog>
      )}
    </section>
  )
}
