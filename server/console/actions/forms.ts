import type { ActionField, ActionForm } from '#contract/console/actions.ts'
import type { ConsolePart } from '#contract/console/shapes.ts'
import { needsConfirmation, permissionsOf, type Role } from '#contract/console/staff/roles.ts'
import type { Command } from '../../operator/command.ts'
import { commandGroups } from '../../operator/commands.ts'
import type { Field, Parameter } from '../../operator/parameters.ts'
import { labelOf, toConsoleWords } from './console-words.ts'

/**
 * The commands that this role may run in the console, as forms, under the headings of the help; none of a part that is
 * switched off.
 */
export function formsOfRole(
  role: Role,
  without: readonly ConsolePart[] = [],
): { title: string; forms: ActionForm[] }[] {
  const allowed = permissionsOf(role)
  return commandGroups
    .map(({ title, commands }) => ({
      title,
      forms: commands
        .filter(({ console: offer }) => offer && allowed.includes(offer.permission))
        .filter(({ name }) => !without.some((part) => name.startsWith(`${part} `)))
        .map(toForm),
    }))
    .filter(({ forms }) => forms.length > 0)
}

function toForm(command: Command): ActionForm {
  const { name, summary, notes = [], console: offer } = command
  if (offer === undefined) throw new Error(`the console does not offer ${name}`)
  return {
    command: name,
    title: offer.title,
    summary,
    notes: notes.map((note) => toConsoleWords(command, note)),
    permission: offer.permission,
    needsConfirmation: needsConfirmation(offer.permission),
    ...(offer.ownForm !== undefined && { ownForm: offer.ownForm }),
    hasPreview: offer.isImmediate !== true,
    fields: Object.entries(parametersOf(command)).map(([key, parameter]) =>
      toField(command, key, parameter),
    ),
  }
}

/** The parameters that the console asks for, by name. */
export function parametersOf({
  arguments: places,
  options,
}: Command): Record<string, Parameter<unknown>> {
  const all = Object.entries({ ...places, ...options })
  return Object.fromEntries(all.filter(([, { isForPrograms }]) => !isForPrograms))
}

function toField(command: Command, name: string, parameter: Parameter<unknown>): ActionField {
  const { help, isRequired, optionalWhen, field } = parameter
  return {
    name,
    label: labelOf(name, parameter),
    help: toConsoleWords(command, help),
    isRequired,
    ...(optionalWhen !== undefined && { optionalWhen }),
    ...detailsOf(field),
  }
}

function detailsOf(
  field: Field | undefined,
): Omit<ActionField, 'name' | 'label' | 'help' | 'isRequired' | 'optionalWhen'> {
  if (field?.kind !== 'choice' && field?.kind !== 'choices') return field ?? { kind: 'text' }
  const { kind, words, labels = {} } = field
  return {
    kind,
    choices: words.map((value) => ({ value, label: labels[value] ?? value })),
  }
}
