import { useId } from 'react'
import { dropRequest, type SignatureRequest } from '#contract/console/staff/signatures.ts'
import { formatDayTime } from '#web/lib/format/day-time.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { ReportBody } from '../actions/action-report.tsx'
import { StepNote } from '#web/ui/feedback/step-note.tsx'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useStep } from '#web/ui/action/use-step.ts'

interface RequestPanelProps {
  request: SignatureRequest
  /** Null: this operator does not sign yet. */
  onSign: (() => void) | null
  /** Called after the request was refused or withdrawn. */
  onDropped: () => void
}

/** One request: who asks for what, and until when. */
export function RequestPanel({ request, onSign, onDropped }: RequestPanelProps) {
  const { id, title, operator, operatorName, isOwn, preview, requestedAt, expiresAt } = request
  const { timeZone } = useConsoleSite()
  const headingId = useId()
  const { isBusy, message, run } = useStep(async () => {
    await callConsole(dropRequest, { id }, { isQuiet: true })
    toast(isOwn ? '申请已撤回' : '申请已拒绝')
    onDropped()
  })
  return (
    <section className="panel" aria-labelledby={headingId}>
      <header className="panel-head">
        <h2 id={headingId}>{title}</h2>
        <span className="faint">
          {isOwn ? '您的申请' : `${operatorName}（${operator}）`}，
          <time dateTime={requestedAt}>{formatDayTime(requestedAt, timeZone)}</time>
        </span>
      </header>
      <div className="panel-body">
        <ReportBody report={preview} />
        <p className="faint">
          有效到 <time dateTime={expiresAt}>{formatDayTime(expiresAt, timeZone)}</time>
        </p>
        <StepNote message={message} />
        <div className="row-actions">
          <Button size="small" isBusy={isBusy} onClick={run}>
            {isOwn ? '撤回申请' : '拒绝'}
          </Button>
          {!isOwn && onSign && (
            <Button kind="primary" size="small" onClick={onSign}>
              查看并签字
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
