import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { CodeCard } from './code-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { useSecurity } from './use-security.ts'

/** How this operator signs in, and where. */
export function SecurityPage() {
  const load = useSecurity()
  const { from } = useQuery()
  useTitle('安全')
  return (
    <>
      <header className="op-head">
        <h1>安全</h1>
        <p>您自己的登录方式和登录的设备。</p>
      </header>
      <Loaded load={load} what="登录方式" lines={8}>
        {(security) => (
          <>
            {from === 'recovery' && (
              <Notice kind="wait" role="status">
                您用恢复码登录了，还剩 {security.recoveryCodesLeft}{' '}
                个。请现在添加新的通行密钥或验证器，丢失的那个请删除。
              </Notice>
            )}
            <div className="columns">
              <div>
                <PasskeysCard security={security} onChange={load.replace} />
                <SessionsCard security={security} onChange={load.replace} />
              </div>
              <div>
                <CodeCard security={security} onChange={load.replace} />
                <RecoveryCard security={security} onRenewed={load.reload} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}
