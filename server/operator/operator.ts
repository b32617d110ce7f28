import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { connect, databaseLimits, type Sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { createLogger } from '../process/logger.ts'
import { type Content, loadContent } from '../site/content/load-content.ts'
import type { ActionActor, beginAction } from './audit/actions.store.ts'
import type { Report } from './report.ts'

/** Longer than the shop's own limit: an operator waits rather than reads of a time-out. */
const CONNECT_MS = 5_000

/** The standard streams that a command uses; `process` has them. */
export interface Streams {
  /** A question is asked only where this is a terminal. */
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stdout: Pick<NodeJS.WritableStream, 'write'>
  stderr: NodeJS.WritableStream
}

/** What a command uses. */
export interface OperatorContext {
  config: Config
  sql: Sql
  databaseUrl: string
  /** The shop's content; loaded at its first use. Throws ContentError. */
  readonly content: Content
  /** How the command was called and by which account. */
  call: CommandCall
  now: () => Date
  /** The dependencies of the features; loaded at their first use. */
  deps: () => Promise<Deps>
  /** Tells of progress, a line at a time; the result is not among it. */
  report: (line: string) => void
  /** Resolves a path from the folder in which the command was typed. */
  path: (given: string) => string
}

export interface CommandCall {
  command: string
  /** What was given, by name. */
  given: Record<string, unknown>
  actor: ActionActor
  /** The address of the colleague who signs it; absent: nobody does. */
  signer?: string
  /** Nobody has agreed yet: the console asks what would happen. Absent: no. */
  isPreview?: boolean
  /**
   * Shows what will happen and throws unless the operator agrees to just that. Returns the mark that makes the
   * agreement good for one action; null at a terminal, which knows no signature either.
   */
  confirm: (preview: Report, needsSignature?: boolean) => Promise<string | null>
  /** Begins the action in the audit log as `beginAction` does, or refuses it; absent: `beginAction` itself. */
  begin?: typeof beginAction
}

export function createOperatorContext(
  config: Config,
  {
    databaseUrl,
    call,
    folder,
    stderr,
  }: Pick<OperatorContext, 'databaseUrl' | 'call'> & {
    /** The folder in which the command was typed. */
    folder: string
    stderr: Streams['stderr']
  },
  cleanup: AsyncDisposableStack,
): OperatorContext {
  let content: Content | undefined
  let deps: Promise<Deps> | undefined
  const sql = connect(databaseUrl, {
    ...databaseLimits(config.limitsFactor),
    connectMs: CONNECT_MS,
    max: config.databasePool,
    prepare: config.databasePrepare,
    applicationName: 'operator',
  })
  cleanup.defer(() => sql.end())
  const operator: OperatorContext = {
    config,
    sql,
    databaseUrl,
    get content() {
      content ??= loadContent(config.contentDir, config.payments.methods)
      return content
    },
    call,
    now: () => new Date(),
    deps: () => (deps ??= loadDeps(operator, stderr)),
    report: (line) => stderr.write(`${line}\n`),
    path: (given) => resolve(folder, given),
  }
  return operator
}

/** Imported late: the features load a server, which most commands do not need. */
async function loadDeps(
  { config, sql, now, content }: OperatorContext,
  stderr: Streams['stderr'],
): Promise<Deps> {
  const [
    { createPasswords },
    { createCaptcha },
    { stripePayments },
    { createLimits },
    { identifyShop },
  ] = await Promise.all([
    import('../account/password/passwords.ts'),
    import('../gateways/captcha/create-captcha.ts'),
    import('../gateways/payments/stripe-payments.ts'),
    import('../http/limits/limits.ts'),
    import('../gateways/payments/shop-identity.store.ts'),
  ])
  return {
    config,
    sql,
    now,
    content,
    // readable lines on standard error
    log: createLogger({ isProduction: false, logLevel: 'warn' }, stderr),
    captcha: createCaptcha({ config, sql, isUnderAttack: () => Promise.resolve(false) }),
    payments: stripePayments(config.payments),
    shop: await identifyShop(sql),
    passwords: createPasswords(config.secretKey),
    limits: createLimits(sql),
  }
}
