import { Notice } from './notice.tsx'
import type { StepMessage } from '../action/use-step.ts'

/** Why an action did not succeed: a hint after a closed dialog, a notice after a refusal. */
export function StepNote({ message }: { message: StepMessage | undefined }) {
  if (!message) return null
  if (message.isCalm)
    return (
      <p className="hint" role="status">
        {message.text}
      </p>
    )
  return (
    <Notice kind="bad" role="alert">
      {message.text}
    </Notice>
  )
}
