import { useEffect, useState } from 'react'
import { act } from '#contract/console/actions.ts'
import type { ActionReport, WaitingOutcome } from '#contract/console/shapes.ts'
import { CallError } from '#web/lib/call/classify-failure.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useCrash } from '#web/ui/feedback/use-crash.ts'
import { Ask } from '../frame/ask.tsx'
import { callConsole } from '../lib/call.ts'
import { ActionReportBox } from './action-report.tsx'
import type { Given } from './given.ts'
import { WaitingDialog } from './waiting-dialog.tsx'

interface ConfirmActionProps {
  title: string
  command: string
  /** What the page's own form has. */
  given: Given
  onClose: () => void
  onDone: () => void
}

type Step =
  | { is: 'asking' }
  | { is: 'preview'; preview: ActionReport; mark: string; hasChanged: boolean }
  | { is: 'done'; report: ActionReport; hasActed: boolean }
  | WaitingOutcome
  | { is: 'refused'; message: string }

/** Previews and then runs an action whose fields a page has in a form of its own. Open while it is mounted. */
export function ConfirmAction({ title, command, given, onClose, onDone }: ConfirmActionProps) {
  const [step, setStep] = useState<Step>({ is: 'asking' })
  const [isBusy, setIsBusy] = useState(false)
  const crash = useCrash()

  async function ask(mark: string | null, signal?: AbortSignal) {
    try {
      const input = { command, given, mark }
      const answer = await callConsole(act, input, { isQuiet: true, ...(signal && { signal }) })
      if (answer.is === 'preview') setStep({ ...answer, hasChanged: mark !== null })
      else if (answer.is === 'done') {
        setStep({ ...answer, hasActed: mark !== null })
        if (mark !== null) onDone()
      } else setStep(answer)
    } catch (error) {
      if (signal?.aborted === true) return
      if (!(error instanceof CallError)) return crash(error)
      const sentences = Object.values(error.fields)
      setStep({ is: 'refused', message: sentences.join('；') || error.message })
    }
  }

  useEffect(() => {
    const controller = new AbortController()
    void ask(null, controller.signal)
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- asked once: what is previewed does not change while it is open
  }, [])

  function run(mark: string) {
    setIsBusy(true)
    void ask(mark).finally(() => setIsBusy(false))
  }

  if (step.is === 'waiting') return <WaitingDialog title={title} outcome={step} onClose={onClose} />
  return (
    <Ask title={title} onClose={onClose}>
      <div className="ask-body" aria-busy={step.is === 'asking' || isBusy}>
        {step.is === 'asking' && <Skeleton lines={3} />}
        {step.is === 'refused' && (
          <Notice kind="bad" role="alert">
            {step.message}
          </Notice>
        )}
        {step.is === 'preview' && step.hasChanged && (
          <Notice kind="wait" role="alert">
            情况有变，请重新确认。
          </Notice>
        )}
        {step.is === 'preview' && (
          <ActionReportBox key={step.mark} title="变更预览" report={step.preview} />
        )}
        {step.is === 'done' && <ActionReportBox title="结果" report={step.report} />}
      </div>
      <footer>
        {step.is === 'preview' ? (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button kind="primary" isBusy={isBusy} onClick={() => run(step.mark)}>
              执行
            </Button>
          </>
        ) : (
          <Button kind={step.is === 'done' ? 'primary' : 'secondary'} onClick={onClose}>
            {step.is === 'done' && step.hasActed ? '完成' : '关闭'}
          </Button>
        )}
      </footer>
    </Ask>
  )
}
