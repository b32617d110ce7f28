import { useState } from 'react'
import type { SignatureRequest } from '#contract/console/staff/signatures.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useTitle } from '../lib/use-title.ts'
import { EndedRequests } from './ended-requests.tsx'
import { SignsLater } from './signs-later.tsx'
import { RequestPanel } from './request-panel.tsx'
import { SignDialog } from './sign-dialog.tsx'
import { useSignatureRequests } from './signature-requests.tsx'

/** Actions beyond somebody's daily sum, and others that a second person signs. */
export function SignaturesPage() {
  const load = useSignatureRequests()
  const [open, setOpen] = useState<SignatureRequest>()
  useTitle('待签字')
  return (
    <>
      <header className="op-head">
        <h1>待签字</h1>
        <p>
          超过当天额度的退款和调整，换绑邮箱、关闭两步验证，便宜得多的套餐，自营的应用与应用的新密钥，由另一位所有者或财务签字后执行。
        </p>
      </header>
      <Loaded load={load} what="待签字的操作" lines={4}>
        {({ requests, signsLater, ended }) => (
          <>
            {signsLater && <SignsLater {...signsLater} />}
            {requests.length === 0 ? (
              <section className="panel">
                <Empty title="没有在等签字的操作" heading="h2">
                  同事的操作要您签字时，会出现在这里，最多等 7 天。
                </Empty>
              </section>
            ) : (
              <div className="columns">
                {requests.map((request) => (
                  <RequestPanel
                    key={request.id}
                    request={request}
                    onSign={signsLater === null ? () => setOpen(request) : null}
                    onDropped={load.reload}
                  />
                ))}
              </div>
            )}
            {ended.length > 0 && <EndedRequests requests={ended} />}
          </>
        )}
      </Loaded>
      {open && (
        <SignDialog
          key={open.id}
          request={open}
          onClose={() => {
            setOpen(undefined)
            load.reload()
          }}
        />
      )}
    </>
  )
}
