import type { ComponentProps } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import type { ActionStart, ActionStarter } from './use-action-dialog.tsx'

interface ActionButtonProps extends ComponentProps<typeof Button>, ActionStart {
  actions: ActionStarter
  command: string
}

/** Opens an action; renders nothing where the role may not run it. */
export function ActionButton({
  actions,
  command,
  given,
  suggestions,
  isComplete,
  ...look
}: ActionButtonProps) {
  if (!actions.canRun(command)) return null
  const more = { ...(suggestions && { suggestions }), ...(isComplete && { isComplete }) }
  return <Button size="small" {...look} onClick={() => actions.start(command, given, more)} />
}
