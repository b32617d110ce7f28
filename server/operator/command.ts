import type { Permission } from '#contract/console/staff/roles.ts'
import { type ExitCode, Refusal, wrongUsage } from './exit.ts'
import type { OperatorContext } from './operator.ts'
import type { Parameters, ValuesOf } from './parameters.ts'
import type { Report } from './report.ts'

/** The result of a command: for programs and for people. */
export interface CommandResult {
  /** Printed with `--json`. */
  data: unknown
  /** For a terminal. */
  text: string
  /** For the console; absent: the text. */
  report?: Report
  /** Done once more with the same input it would be refused or change nothing: the console does not offer it. */
  isFinal?: boolean
  /** Absent: all is well. */
  exitCode?: ExitCode
}

/** The result of a command that scripts call: JSON, with or without `--json`. */
export function jsonResult(data: unknown): CommandResult {
  return { data, text: JSON.stringify(data, null, 2) }
}

/** The values of the command line by parameter name; a given switch is ''. */
export type CommandWords = Readonly<Record<string, string | undefined>>

interface CommandFacts {
  /** One or two words, as they are typed. */
  name: string
  /** Another name of the same command. */
  alias?: string
  /** One line. */
  summary: string
  /** Further paragraphs of the help. */
  notes?: readonly string[]
  /** How the console offers the command; absent: only the terminal has it. */
  console?: {
    title: string
    permission: Permission
    /** It has no preview and runs at once. */
    isImmediate?: true
    /** The console's page that has a form of its own for it. */
    ownForm?: `/${string}`
  }
  /** The database of the command; absent: the shop's, which must have this program's version; `any`: of any version. */
  database?: 'new' | 'none' | 'any'
}

export interface Command extends CommandFacts {
  arguments: Parameters
  options: Parameters
  /** Checks the command line before anything is opened; the returned function runs the command. */
  prepare(given: CommandWords): (operator: OperatorContext) => Promise<CommandResult>
}

interface CommandDefinition<
  Arguments extends Parameters,
  Options extends Parameters,
> extends CommandFacts {
  arguments: Arguments
  options: Options
  run(
    operator: OperatorContext,
    values: ValuesOf<Arguments> & ValuesOf<Options>,
  ): Promise<CommandResult>
}

export function defineCommand<
  const Arguments extends Parameters,
  const Options extends Parameters,
>({ run, ...facts }: CommandDefinition<Arguments, Options>): Command {
  return {
    ...facts,
    prepare(given) {
      const values = {
        ...valuesOf(facts.arguments, given, (name) => `<${facts.arguments[name]!.value}>`),
        ...valuesOf(facts.options, given, (name) => `--${name}`),
      }
      return (operator) => run(operator, values)
    },
  }
}

function valuesOf<Some extends Parameters>(
  parameters: Some,
  given: CommandWords,
  called: (name: string) => string,
): ValuesOf<Some> {
  const [wrong] = findWrongWords(parameters, given)
  if (wrong) throw wrongUsage(`${called(wrong.name)} ${wrong.sentence}`)
  const values = Object.entries(parameters).map(([name, parameter]) => [
    name,
    parameter.read(given[name]),
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was made by its own parameter
  return Object.fromEntries(values) as ValuesOf<Some>
}

/** The parameters that cannot be read, with the sentence that follows their name. */
export function findWrongWords(
  parameters: Parameters,
  given: CommandWords,
): { name: string; sentence: string }[] {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    try {
      parameter.read(given[name])
      return []
    } catch (error) {
      if (error instanceof Refusal) return [{ name, sentence: error.message }]
      throw error
    }
  })
}
