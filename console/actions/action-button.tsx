import type { ComponentProps } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import type { FieldSuggestions, Given } from './given.ts'
import type { ActionStarter } from './use-action-dialog.tsx'

interface ActionButtonProps extends ComponentProps<typeof Button> {
  actions: ActionStarter
  command: string
  given?: Given
  suggestions?: FieldSuggestions
}

/** Opens an action; renders nothing where the role may not run it. */
export function ActionButton({ actions, command, given, suggestions, ...look }: ActionButtonProps) {
  if (!actions.canRun(command)) return null
  return (
    <Button size="small" {...look} onClick={() => actions.start(command, given, suggestions)} />
  )
}
