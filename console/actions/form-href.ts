import type { ActionForm } from '#contract/console/actions.ts'
import { consoleHref } from '../lib/console-href.ts'

/** Where an action begins: a page with a form of its own, or the dialog of all actions. */
export function formHref({ command, ownForm }: Pick<ActionForm, 'command' | 'ownForm'>): string {
  return ownForm ?? consoleHref('/actions', { do: command })
}
