import { useEffect, useRef, useState } from 'react'
import { type ActionForm, act } from '#contract/console/actions.ts'
import type { ActionReport, DoneOutcome, WaitingOutcome } from '#contract/console/shapes.ts'
import { CallError } from '#web/lib/call/classify-failure.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { Ask } from '../frame/ask.tsx'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useOperator } from '../lib/session.ts'
import { ActionField } from './action-field.tsx'
import { ActionReportBox } from './action-report.tsx'
import { WaitingDialog } from './waiting-dialog.tsx'
import { type FieldSuggestions, type Given, givenOf, givenSchema } from './given.ts'
import { now } from '#web/lib/clock.ts'

interface Preview {
  given: Given
  preview: ActionReport
  mark: string
  /** An earlier preview no longer held when the operator acted on it. */
  hasChanged: boolean
}

interface ActionDialogProps {
  form: ActionForm
  /** Values to begin with. */
  given?: Given
  suggestions?: FieldSuggestions
  /** The values say all there is to know: the preview is shown without being asked for. */
  isComplete?: boolean
  onClose: () => void
  /** Called after each time the action was done. */
  onDone?: () => void
}

/** Runs an action: fields, a preview of what will happen, then the result. Open while it is mounted. */
export function ActionDialog({
  form,
  given = {},
  suggestions = {},
  isComplete = false,
  onClose,
  onDone,
}: ActionDialogProps) {
  const { confirmedUntil } = useOperator()
  const isConfirmed = confirmedUntil !== null && Date.parse(confirmedUntil) > now()
  const isAsked = form.needsConfirmation && !isConfirmed
  const [typed, setTyped] = useState(given)
  const [shown, setShown] = useState<Preview>()
  const [result, setResult] = useState<DoneOutcome>()
  const [waits, setWaits] = useState<WaitingOutcome>()
  /** What the server says of the same action, when it was done already. */
  const [repeated, setRepeated] = useState('')
  const fields = useRef<HTMLDivElement>(null)
  const previewsAtOnce = isComplete && form.hasPreview

  useEffect(() => {
    if (!previewsAtOnce) return undefined
    // the form flushes its state, which no effect may
    const timer = setTimeout(() => fields.current?.closest('form')?.requestSubmit())
    return () => clearTimeout(timer)
  }, [previewsAtOnce])

  async function submit(values: Record<string, string | undefined>) {
    const next = givenOf(form, values)
    const previewed = shown && isSame(shown.given, next) ? shown : undefined
    setRepeated('')
    try {
      const mark = previewed?.mark ?? null
      const answer = await callConsole(
        act,
        { command: form.command, given: next, mark },
        { isQuiet: true },
      )
      setTyped(next)
      if (answer.is === 'preview') {
        setShown({ ...answer, given: next, hasChanged: previewed !== undefined })
        return
      }
      setShown(undefined)
      if (answer.is === 'waiting') setWaits(answer)
      else setResult(answer)
      onDone?.()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'ACTION_REPEATED') throw error
      setShown(undefined)
      setRepeated(error.message)
    }
  }

  const step = shown || !form.hasPreview ? '执行' : '预览'
  if (waits) return <WaitingDialog title={form.title} outcome={waits} onClose={onClose} />
  if (result)
    return (
      <Ask title={form.title} onClose={onClose}>
        <div className="ask-body">
          <ActionReportBox title="结果" report={result.report} />
        </div>
        <footer>
          {result.isFinal !== true && (
            <Button onClick={() => setResult(undefined)}>再做一次</Button>
          )}
          <Button kind="primary" onClick={onClose}>
            完成
          </Button>
        </footer>
      </Ask>
    )
  return (
    <Ask title={form.title} onClose={onClose}>
      <Form className="ask-form" schema={givenSchema(form)} onSubmit={submit}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears of changes in the fields inside */}
        <div className="ask-body" ref={fields} onInput={() => setShown(undefined)}>
          <ActionIntroduction form={form} />
          {form.fields.map((field) => (
            <ActionField
              key={field.name}
              field={field}
              value={typed[field.name]}
              suggestions={suggestions[field.name]}
            />
          ))}
          {shown?.hasChanged && (
            <Notice kind="wait" role="alert">
              情况有变，请重新确认。
            </Notice>
          )}
          {shown && <ActionReportBox key={shown.mark} title="变更预览" report={shown.preview} />}
          {repeated && (
            <Notice
              kind="wait"
              role="alert"
              actions={
                <Link to={consoleHref('/audit', { command: form.command })}>看操作记录</Link>
              }
            >
              {repeated}
            </Notice>
          )}
        </div>
        <footer>
          {isAsked && <p className="hint">{step}前会确认是您本人。</p>}
          <Button onClick={onClose}>取消</Button>
          <SubmitButton
            size="small"
            isWide={false}
            kind={shown?.preview.changesNothing ? 'secondary' : 'primary'}
          >
            {step}
          </SubmitButton>
        </footer>
      </Form>
    </Ask>
  )
}

function ActionIntroduction({ form }: { form: ActionForm }) {
  const { summary, notes } = form
  return (
    <div className="ask-lead">
      <p>{summary}</p>
      {notes.length > 0 && (
        <details>
          <summary>说明</summary>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </details>
      )}
    </div>
  )
}

function isSame(one: Given, other: Given): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}
