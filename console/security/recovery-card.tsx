import { useState } from 'react'
import { type OperatorSecurity, renewRecoveryCodes } from '#contract/console/staff/security.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Ask } from '../frame/ask.tsx'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { RecoveryCodes } from '#web/ui/display/recovery-codes.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

/** Fewer codes than this are a reason to make new ones. */
const FEW = 4

interface RecoveryCardProps {
  security: OperatorSecurity
  onRenewed: () => void
}

/** How many recovery codes are left, and new ones. */
export function RecoveryCard({ security, onRenewed }: RecoveryCardProps) {
  const { recoveryCodesLeft } = security
  const { name: brand } = useConsoleSite()
  const [isAsking, setIsAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <section className="panel" aria-labelledby="recovery">
      <header className="panel-head">
        <h2 id="recovery">恢复码</h2>
        <span className="count" data-kind={recoveryCodesLeft < FEW ? 'wait' : undefined}>
          还剩 {recoveryCodesLeft} 个
        </span>
        <Button size="small" icon="again" onClick={() => setIsAsking(true)}>
          换新的
        </Button>
      </header>
      <p className="panel-note">
        通行密钥和验证器都不在时用，每个一次。用掉一个，其他登录全部退出，所有者会收到邮件。
      </p>
      {isAsking && (
        <RemoveDialog
          title="更换十个恢复码？"
          confirmLabel="换新的"
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            const { recoveryCodes } = await callConsole(renewRecoveryCodes, {}, { isQuiet: true })
            setCodes(recoveryCodes)
          }}
        >
          现有恢复码立即失效。
        </RemoveDialog>
      )}
      {codes && (
        <Ask title="新的恢复码">
          <div className="ask-body">
            <RecoveryCodes
              fileName={`${brand} 控制台恢复码.txt`}
              codes={codes}
              continueLabel="完成"
              onContinue={() => {
                setCodes(undefined)
                onRenewed()
              }}
            />
          </div>
        </Ask>
      )}
    </section>
  )
}
