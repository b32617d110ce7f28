import type { ActionOutcome } from '#contract/console/shapes.ts'
import { AppError } from '../../http/app-error.ts'
import type { ActionActor, beginAction } from '../../operator/audit/actions.store.ts'
import { type Command, findWrongWords } from '../../operator/command.ts'
import { findCommand } from '../../operator/commands.ts'
import { EXIT } from '../../operator/exit.ts'
import { toOperatorFailure } from '../../operator/failure.ts'
import { withoutSecrets } from '../../operator/parameters.ts'
import type { OperatorContext } from '../../operator/operator.ts'
import type { Report } from '../../operator/report.ts'
import type { ConsoleDeps } from '../deps.ts'
import { toConsoleWords } from './console-words.ts'
import { parametersOf } from './forms.ts'
import { type Agreement, createMark, isMarkOf } from './marks.ts'

/** A command that the console offers. */
export type OfferedCommand = Command & { console: NonNullable<Command['console']> }

export type GivenWords = Agreement['given']

/** Throws NOT_FOUND for a command that the console does not offer. */
export function requireCommand(name: string): OfferedCommand {
  const { command } = findCommand(name.split(' ')) ?? {}
  if (command?.name !== name || !isOffered(command)) throw new AppError('NOT_FOUND')
  return command
}

function isOffered(command: Command): command is OfferedCommand {
  return command.console !== undefined
}

/** What was filled in, without empty fields. Throws VALIDATION, which names the wrong fields. */
export function readGiven(command: Command, typed: GivenWords): GivenWords {
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

interface Run {
  command: OfferedCommand
  given: GivenWords
  /** The mark of the preview that was agreed to; null: it has not been shown yet. */
  mark: string | null
  actor: ActionActor & { sessionId: string }
  /** The request that is signed; null for an own action. */
  requestId: string | null
  /** The address of who signs it; absent: nobody. */
  signer?: string
  /** One more sentence of the preview of an action that needs a signature; absent: none. */
  notice?: () => Promise<string>
  /** Begins the action in the audit log; may throw SignatureNeeded. */
  begin: (agreed: Agreed) => typeof beginAction
}

/** What the operator agreed to. */
export interface Agreed {
  /** Null: it has none. */
  preview: Report | null
  /** Whatever the daily sum. */
  needsSignature: boolean
}

/** The action waits for a colleague's signature. */
export class SignatureNeeded extends Error {
  readonly requestId: string
  readonly until: Date
  /** It would not need one within the daily sum. */
  readonly isBeyondSum: boolean

  constructor({
    requestId,
    until,
    isBeyondSum,
  }: Pick<SignatureNeeded, 'requestId' | 'until' | 'isBeyondSum'>) {
    super('a colleague has to sign')
    this.requestId = requestId
    this.until = until
    this.isBeyondSum = isBeyondSum
  }
}

/** Shows what the command will do, or does it when just that was agreed to. */
export async function runCommand(deps: ConsoleDeps, run: Run): Promise<ActionOutcome> {
  const { command, given } = run
  try {
    const { text, report, isFinal } = await command.prepare(given)(contextOf(deps, run))
    const shown = toWireReport(report ?? { sentences: text.split('\n') })
    return { is: 'done', report: shown, ...(isFinal === true && { isFinal }) }
  } catch (error) {
    if (error instanceof PreviewNeeded) {
      return { is: 'preview', preview: toWireReport(error.preview), mark: error.mark }
    }
    if (error instanceof SignatureNeeded) {
      const { requestId, until, isBeyondSum } = error
      return {
        ...{ is: 'waiting', requestId, until: until.toISOString() },
        ...(isBeyondSum && { isBeyondSum }),
      }
    }
    throw toRefusal(command, error)
  }
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
  { command: { name: command, ...run }, given, mark, actor, requestId, signer, notice, begin }: Run,
): OperatorContext {
  const { config, sql, content, now } = deps
  const { secretKey } = config
  let agreed: Agreed = { preview: null, needsSignature: false }
  return {
    config,
    sql,
    content,
    now,
    databaseUrl: '',
    call: {
      command,
      given: withoutSecrets({ ...run.arguments, ...run.options }, given),
      actor,
      ...(signer !== undefined && { signer }),
      isPreview: mark === null,
      async confirm(planned, needsSignature = false) {
        const preview = needsSignature && notice ? withSentence(planned, await notice()) : planned
        const agreement = { sessionId: actor.sessionId, command, given, preview, requestId }
        if (mark === null || !isMarkOf(secretKey, agreement, { mark, now: now() })) {
          throw new PreviewNeeded(preview, createMark(secretKey, agreement, now()))
        }
        agreed = { preview, needsSignature }
        return mark
      },
      begin: (query, action) => begin(agreed)(query, action),
    },
    deps: () => Promise.resolve(deps),
    report() {},
    path() {
      throw new Error('the console has no folder: a command that needs one is not offered')
    },
  }
}

function withSentence({ sentences = [], ...report }: Report, sentence: string): Report {
  return { ...report, sentences: [...sentences, sentence] }
}

/** A foreseen refusal in the console's words; anything else is a bug. */
function toRefusal(command: Command, error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code, message, exitCode } = toOperatorFailure(error)
  if (code === 'INTERNAL') return error
  const details = { message: toConsoleWords(command, message), cause: error }
  if (code === 'REPEATED') return new AppError('ACTION_REPEATED', details)
  if (code === 'USAGE') {
    return new AppError('VALIDATION', { ...details, fields: fieldsOf(command, message, details) })
  }
  if (exitCode === EXIT.unavailable) return new AppError('DEPENDENCY_DOWN', details)
  return new AppError('ACTION_REFUSED', details)
}

/** Fields that cannot show a sentence beside themselves. */
const SILENT = new Set(['switch', 'choices'])

/** The sentence at the first field that it names; at none, the form shows it as a whole. */
function fieldsOf(
  command: Command,
  sentence: string,
  { message }: { message: string },
): Record<string, string> {
  const parameters = parametersOf(command)
  const isShown = (name: string) => {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    return parameter !== undefined && !SILENT.has(parameter.field?.kind ?? 'text')
  }
  const named = [...sentence.matchAll(/--([\w-]+)/g)].map(([, name = '']) => name)
  const first = named.find(isShown)
  return first === undefined ? {} : { [first]: message }
}

/** The report as the contract has it. */
export function toWireReport({ facts = [], sentences = [], changesNothing }: Report) {
  return {
    facts: facts.flatMap(([label, value, kind]) =>
      value === null ? [] : [{ label, value, ...(kind === 'secret' && { isSecret: true }) }],
    ),
    sentences: [...sentences],
    ...(changesNothing && { changesNothing }),
  }
}
