import { type ReactNode, useState } from 'react'
import type { ActionForm } from '#contract/console/actions.ts'
import { ActionDialog } from './action-dialog.tsx'
import { findActionForm, useActionForms } from './action-forms.tsx'
import type { FieldSuggestions, Given } from './given.ts'

export interface ActionStart {
  given?: Given
  suggestions?: FieldSuggestions
  /** The values say all there is to know: the preview is shown without being asked for. */
  isComplete?: boolean
}

export interface ActionStarter {
  /** False while the forms load, and for roles that may not run the command. */
  canRun: (command: string) => boolean
  /** Opens the action with values filled in. */
  start: (command: string, given?: Given, more?: Omit<ActionStart, 'given'>) => void
}

/**
 * Actions of a page in a dialog, which the page renders outside of what it reloads: a result stays when its row
 * has gone.
 */
export function useActionDialog(onDone: () => void): ActionStarter & { dialog: ReactNode } {
  const { data } = useActionForms()
  const [open, setOpen] = useState<ActionStart & { form: ActionForm }>()

  function start(command: string, given: Given = {}, more: Omit<ActionStart, 'given'> = {}) {
    const form = findActionForm(data, command)
    if (form) setOpen({ form, given, ...more })
  }

  return {
    canRun: (command) => findActionForm(data, command) !== undefined,
    start,
    dialog: open && (
      <ActionDialog
        key={open.form.command}
        {...open}
        onClose={() => setOpen(undefined)}
        onDone={onDone}
      />
    ),
  }
}
