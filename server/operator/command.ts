import { type ExitCode, Refusal, wrongUsage } from './exit.ts'
import type { OperatorContext } from './operator.ts'
import type { Parameters, ValuesOf } from './parameters.ts'

/** The result of a command: for programs and for people. */
export interface CommandResult {
  /** Printed with `--json`. */
  data: unknown
  /** For a terminal. */
  text: string
  /** Absent: all is well. */
  exitCode?: ExitCode
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
  /** The database of the command; absent: the shop's, which must have this program's version. */
  database?: 'new' | 'none'
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
  const values = Object.entries(parameters).map(([name, parameter]) => {
    try {
      return [name, parameter.read(given[name])] as const
    } catch (error) {
      if (error instanceof Refusal) throw wrongUsage(`${called(name)} ${error.message}`)
      throw error
    }
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was made by its own parameter
  return Object.fromEntries(values) as ValuesOf<Some>
}
