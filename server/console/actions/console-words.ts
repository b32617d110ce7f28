import type { Command } from '../../operator/command.ts'
import { commandGroups } from '../../operator/commands.ts'
import type { Parameter } from '../../operator/parameters.ts'

/** What the console calls a parameter. */
export function labelOf(name: string, { label, value, help }: Parameter<unknown>): string {
  return label ?? value ?? (help === '' ? name : help)
}

/** A sentence of the command line in the console's words: `--amount` as its field, `orders recover` as its title. */
export function toConsoleWords(command: Command, sentence: string): string {
  const parameters = { ...command.arguments, ...command.options }
  const withFields = sentence.replaceAll(/ ?--([\w-]+) ?/g, (option, name: string) => {
    const parameter = parameters[name]
    return parameter ? `“${labelOf(name, parameter)}”` : option
  })
  return offered
    .reduce((text, { pattern, title }) => text.replaceAll(pattern, title), withFields)
    .replaceAll('控制台的“', '“')
}

const offered = commandGroups.flatMap(({ commands }) =>
  commands.flatMap(({ name, console: offer }) =>
    offer === undefined
      ? []
      : [{ pattern: new RegExp(` ?${name} ?`, 'g'), title: `“${offer.title}”` }],
  ),
)
