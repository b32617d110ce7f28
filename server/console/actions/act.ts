import type * as contract from '#contract/console/actions.ts'
import { needsConfirmation } from '#contract/console/roles.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from '../../http/app-error.ts'
import { type Command, findWrongWords } from '../../operator/command.ts'
import { findCommand } from '../../operator/commands.ts'
import { EXIT } from '../../operator/exit.ts'
import { toOperatorFailure } from '../../operator/failure.ts'
import type { OperatorContext } from '../../operator/operator.ts'
import type { Report } from '../../operator/report.ts'
import { consoleActor } from '../actor.ts'
import type { ConsoleDeps } from '../deps.ts'
import { requireConfirmation, requirePermission } from '../serve.ts'
import type { OperatorSession } from '../sessions/sessions.ts'
import { toConsoleWords } from './console-words.ts'
import { parametersOf } from './forms.ts'
import { type Agreement, createMark, isMarkOf } from './marks.ts'

type Outcome = OutputOf<typeof contract.act>

/** Does in the console what the command line does: shows it first, and does it once just that is agreed to. */
export async function act(
  deps: ConsoleDeps,
  session: OperatorSession,
  { command: name, given: typed, mark }: InputOf<typeof contract.act>,
): Promise<Outcome> {
  const command = requireCommand(name)
  requirePermission(session, command.console.permission)
  if (needsConfirmation(command.console.permission)) requireConfirmation(session, deps.now())
  const given = readGiven(command, typed)
  const context = contextOf(deps, session, { command: name, given, mark })
  try {
    const { text, report } = await command.prepare(given)(context)
    return { is: 'done', report: toWire(report ?? { sentences: text.split('\n') }) }
  } catch (error) {
    if (!(error instanceof PreviewNeeded)) throw toRefusal(command, error)
    return { is: 'preview', preview: toWire(error.preview), mark: error.mark }
  }
}

type Offered = Command & { console: NonNullable<Command['console']> }

function requireCommand(name: string): Offered {
  const { command } = findCommand(name.split(' ')) ?? {}
  if (command?.name !== name || !isOffered(command)) throw new AppError('NOT_FOUND')
  return command
}

function isOffered(command: Command): command is Offered {
  return command.console !== undefined
}

/** What was filled in, without empty fields. Throws VALIDATION, which names the wrong fields. */
function readGiven(command: Command, typed: Readonly<Record<string, string>>) {
  const parameters = parametersOf(command)
  const unknown = Object.keys(typed).find((name) => !Object.hasOwn(parameters, name))
  if (unknown !== undefined) throw new AppError('VALIDATION')
  const given = Object.fromEntries(
    Object.entries(typed).filter(
      ([name, text]) => text.trim() !== '' || parameters[name]?.field?.kind === 'switch',
    ),
  )
  const wrong = findWrongWords(parameters, given)
  const [first] = wrong
  if (first === undefined) return given
  const fields = Object.fromEntries(wrong.map(({ name, sentence }) => [name, sentence]))
  throw new AppError('VALIDATION', { message: first.sentence, fields })
}

/** The operator has not yet agreed to this preview. */
class PreviewNeeded extends Error {
  readonly preview: Report
  readonly mark: string

  constructor(preview: Report, mark: string) {
    super('the preview was not agreed to')
    this.preview = preview
    this.mark = mark
  }
}

function contextOf(
  deps: ConsoleDeps,
  session: OperatorSession,
  { command, given, mark }: { command: string; given: Agreement['given']; mark: string | null },
): OperatorContext {
  const { config, sql, content, now } = deps
  const { secretKey } = config
  return {
    config,
    sql,
    content,
    now,
    databaseUrl: '',
    call: {
      command,
      given,
      actor: consoleActor(session),
      async confirm(preview) {
        const agreement = { sessionId: session.sessionId, command, given, preview }
        if (mark !== null && isMarkOf(secretKey, agreement, { mark, now: now() })) return mark
        throw new PreviewNeeded(preview, createMark(secretKey, agreement, now()))
      },
    },
    deps: () => Promise.resolve(deps),
    path() {
      throw new Error('the console has no folder: a command that needs one is not offered')
    },
  }
}

/** A foreseen refusal in the console's words; anything else is a bug. */
function toRefusal(command: Command, error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code, message, exitCode } = toOperatorFailure(error)
  if (code === 'INTERNAL') return error
  const details = { message: toConsoleWords(command, message), cause: error }
  if (code === 'REPEATED') return new AppError('ACTION_REPEATED', details)
  if (code === 'USAGE') return new AppError('VALIDATION', details)
  if (exitCode === EXIT.unavailable) return new AppError('DEPENDENCY_DOWN', details)
  return new AppError('ACTION_REFUSED', details)
}

function toWire({ facts = [], sentences = [] }: Report) {
  return {
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
    sentences: [...sentences],
  }
}
