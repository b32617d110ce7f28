import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { ActionOutcome } from '#contract/console/shapes.ts'
import { type SignatureRequest, signRequest } from '#contract/console/staff/signatures.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ActionReportBox } from '../actions/action-report.tsx'
import { Ask } from '../frame/ask.tsx'
import { StepNote } from '#web/ui/feedback/step-note.tsx'
import { callConsole } from '../lib/call.ts'
import { useStep } from '#web/ui/action/use-step.ts'

/** Shows what the action would do now and signs just that. */
export function SignDialog({
  request,
  onClose,
}: {
  request: SignatureRequest
  onClose: () => void
}) {
  const [outcome, setOutcome] = useState<ActionOutcome>()
  const [hasChanged, setHasChanged] = useState(false)
  const { isBusy, message, run } = useStep(async (mark: string | null) => {
    const answer = await callConsole(signRequest, { id: request.id, mark }, { isQuiet: true })
    setHasChanged(mark !== null && answer.is === 'preview')
    setOutcome(answer)
  })
  const begin = useEffectEvent(() => run(null))
  useLayoutEffect(() => begin(), [])

  return (
    <Ask title={`签字：${request.title}`} onClose={onClose}>
      <div className="ask-body">
        <p>
          {request.operatorName}（{request.operator}）申请，签字后马上执行。
        </p>
        {hasChanged && (
          <Notice kind="wait" role="alert">
            情况有变，请重新确认。
          </Notice>
        )}
        {outcome === undefined && message === undefined && <Skeleton lines={4} />}
        {outcome?.is === 'preview' && (
          <ActionReportBox key={outcome.mark} title="变更预览" report={outcome.preview} />
        )}
        {outcome?.is === 'done' && <ActionReportBox title="结果" report={outcome.report} />}
        <StepNote message={message} />
      </div>
      <footer>
        {outcome?.is === 'done' ? (
          <Button kind="primary" onClick={onClose}>
            完成
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            {outcome?.is === 'preview' && (
              <Button kind="primary" isBusy={isBusy} onClick={() => run(outcome.mark)}>
                签字并执行
              </Button>
            )}
          </>
        )}
      </footer>
    </Ask>
  )
}
