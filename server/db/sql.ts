import { setTimeout as delay } from 'node:timers/promises'
import { Pool, type PoolClient, type QueryResult } from 'pg'
import {
  CommitUnanswered,
  DatabaseUnavailable,
  isDiskFull,
  isRefusedCommit,
  isWorthRetrying,
  leavesConnectionUsable,
  classifyDriverError,
} from './errors.ts'
import { runPrepared } from './prepared-query.ts'
import { firstWords, statementOf } from './statement-text.ts'
import { encodeParameter, type Fragment, typeParsers, type Parameter } from './values.ts'

export {
  CommitUnanswered,
  DatabaseUnavailable,
  UnstorableText,
  isCheckViolation,
  isForeignKeyViolation,
  isUniqueViolation,
} from './errors.ts'
export { all, fragment, join, json } from './values.ts'

const CONNECT_MS = 1_000
const IDLE_IN_TRANSACTION_MS = 5_000
/** How long a statement may take, wait for a lock, and leave us without any answer. */
const LIMITS_MS = {
  statement: 2_500,
  // longer than PostgreSQL's deadlock_timeout (1 s), so that a deadlock is found and retried
  lock: 1_500,
  // longer than the server's own limit: reached only when the server or the network is silent
  silence: 4_000,
}
/** How long a commit may take: it waits for standbys, and nobody can say afterwards whether it was made. */
const COMMIT_MS = 30_000
const ATTEMPTS = 4
const SLOW_MS = 500

/** A statement as a tagged template: every `${value}` but a fragment travels as a parameter, never as text. */
export interface Query {
  <Row extends object = Record<string, never>>(
    strings: TemplateStringsArray,
    ...values: (Parameter | Fragment)[]
  ): Promise<Row[]>
}

/** The pool. Store functions take a `Query`, so that they run alone or inside a transaction alike. */
export interface Sql extends Query {
  /**
   * Commits when `work` returns and rolls back when it throws. A lost race (serialization, deadlock)
   * runs `work` again, so it must touch nothing but `tx`. Throws CommitUnanswered when the work may have been done.
   */
  begin<T>(work: (tx: Query) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Waits for running statements and closes every connection. */
  end(): Promise<void>
}

interface TransactionOptions {
  /** How long each statement may take, for a job whose statements are long; that of the connection when absent. */
  statementMs?: number
}

export interface SqlOptions {
  /** Maximum of connections; a caller that waits longer than a second for one gets DatabaseUnavailable. */
  max?: number
  /** How long a caller waits for a connection, a second when absent. */
  connectMs?: number
  /** Limits of a statement; those of the product when absent. */
  limitsMs?: typeof LIMITS_MS
  /** How long a commit may take, half a minute when absent. */
  commitMs?: number
  /** False behind a pooler in transaction mode (PgBouncer): no named statements, no session settings. */
  prepare?: boolean
  applicationName?: string
  /** Called for a connection that broke while idle; the pool replaces it. */
  onError?: (error: Error) => void
  /** Called for each statement that failed because the database's disk is full. */
  onDiskFull?: () => void
  /** Called for each statement that took longer than `slowMs`. */
  onSlow?: (statement: SlowStatement) => void
  /** Half a second when absent. */
  slowMs?: number
  /** The id of the request at hand: in a transaction the database's list of sessions and its log show it. */
  requestId?: () => string | undefined
}

export interface SlowStatement {
  /** As prepared; null for those that are not. */
  name: string | null
  /** Its first words; never a value. */
  text: string
  ms: number
}

/** The limits of the product times `factor`, for a machine that is much busier than one that serves customers may be. */
export function databaseLimits(
  factor: number,
): Required<Pick<SqlOptions, 'connectMs' | 'limitsMs'>> {
  const { statement, lock, silence } = LIMITS_MS
  return {
    connectMs: CONNECT_MS * factor,
    limitsMs: { statement: statement * factor, lock: lock * factor, silence: silence * factor },
  }
}

export function connect(url: string, options: SqlOptions = {}): Sql {
  const { max = 10, connectMs = CONNECT_MS, limitsMs = LIMITS_MS, commitMs = COMMIT_MS } = options
  const { prepare = true, applicationName = 'shop' } = options
  const { onError = () => {}, onDiskFull = () => {}, onSlow = () => {} } = options
  const { slowMs = SLOW_MS, requestId = () => undefined } = options
  const pool = new Pool({
    connectionString: url,
    max,
    types: typeParsers,
    application_name: applicationName,
    connectionTimeoutMillis: connectMs,
    query_timeout: limitsMs.silence,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // PgBouncer refuses unknown startup parameters, and a SET would stick to a connection that others
    // share. There a transaction sets its limits itself, and the role carries them for single statements.
    ...(prepare && {
      statement_timeout: limitsMs.statement,
      lock_timeout: limitsMs.lock,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
  })
  pool.on('error', onError)
  // a connection may also break while it is in use and no statement is running
  pool.on('connect', (client) => client.on('error', () => {}))

  const begin = prepare
    ? 'begin'
    : `begin; set local statement_timeout = ${limitsMs.statement}; set local lock_timeout = ${limitsMs.lock};
       set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`

  /** Connections that cannot run another statement; they are closed when they are released. */
  const broken = new WeakSet<PoolClient>()

  /** Runs a statement and classifies errors of the driver; errors thrown by `work` pass unchanged. */
  async function send<Answer>(
    client: PoolClient,
    { name = null, text }: { name?: string | null; text: string },
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const startedAt = performance.now()
    try {
      return await ask()
    } catch (error) {
      // leads to the caller and not to the socket
      if (error instanceof Error) Error.captureStackTrace(error)
      if (!leavesConnectionUsable(error)) broken.add(client)
      if (isDiskFull(error)) onDiskFull()
      throw isWorthRetrying(error) ? error : classifyDriverError(error)
    } finally {
      const ms = Math.round(performance.now() - startedAt)
      if (ms > slowMs) onSlow({ name, text: firstWords(text), ms })
    }
  }

  async function commit(client: PoolClient): Promise<QueryResult> {
    const statement = { text: 'commit', query_timeout: commitMs }
    try {
      return await send(client, statement, () => client.query(statement))
    } catch (error) {
      const cause = error instanceof DatabaseUnavailable ? error.cause : error
      throw isRefusedCommit(cause) ? error : new CommitUnanswered(cause)
    }
  }

  async function run<Row extends object>(
    client: PoolClient,
    strings: TemplateStringsArray,
    values: (Parameter | Fragment)[],
    statementMs?: number,
  ): Promise<Row[]> {
    const { text, named, parameters } = statementOf(strings, values)
    const encoded = parameters.map(encodeParameter)
    // the answer to a longer statement is waited for as much longer
    const timeoutMs = statementMs && statementMs + limitsMs.silence - limitsMs.statement
    if (prepare && named !== null)
      return send(client, named, () => runPrepared<Row>(client, named, encoded, timeoutMs))
    const statement = { text, values: encoded, ...(timeoutMs && { query_timeout: timeoutMs }) }
    return (await send(client, statement, () => client.query<Row>(statement))).rows
  }

  async function withConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(error)
    })
    try {
      return await work(client)
    } finally {
      client.release(broken.has(client))
    }
  }

  async function transaction<T>(
    client: PoolClient,
    work: (tx: Query) => Promise<T>,
    { statementMs }: TransactionOptions,
  ): Promise<T> {
    let isOpen = true
    let collision: unknown
    const tx: Query = async (strings, ...values) => {
      if (!isOpen) throw new Error('the transaction has ended')
      try {
        return await run(client, strings, values, statementMs)
      } catch (error) {
        if (isWorthRetrying(error)) collision ??= error
        throw error
      }
    }
    const hooks: (() => void)[] = []
    commitHooks.set(tx, hooks)
    const id = requestId()
    const naming =
      id === undefined ? '' : `; set local application_name = '${applicationName} ${id}'`
    const limit = statementMs === undefined ? '' : `; set local statement_timeout = ${statementMs}`
    const first = begin + naming + limit
    await send(client, { text: first }, () => client.query(first))
    try {
      const result = await work(tx)
      isOpen = false
      const { command } = await commit(client)
      // PostgreSQL answers a commit after a failed statement with a silent rollback.
      if (command !== 'COMMIT') throw new Error('committed after a failed statement was caught')
      for (const hook of hooks) hook()
      return result
    } catch (error) {
      isOpen = false
      if (!broken.has(client))
        await send(client, { text: 'rollback' }, () => client.query('rollback'))
      throw collision ?? error
    }
  }

  const query: Query = (strings, ...values) =>
    retryCollisions(() => withConnection((client) => run(client, strings, values)))

  return Object.assign(query, {
    begin: <T>(work: (tx: Query) => Promise<T>, limits: TransactionOptions = {}) =>
      retryCollisions(() => withConnection((client) => transaction(client, work, limits))),
    end: () => pool.end(),
  })
}

const commitHooks = new WeakMap<Query, (() => void)[]>()

/** Calls `hook` after the commit, or at once when `query` is no transaction. A crash loses the call; `hook` must not throw. */
export function afterCommit(query: Query, hook: () => void): void {
  const hooks = commitHooks.get(query)
  if (hooks === undefined) hook()
  else hooks.push(hook)
}

async function retryCollisions<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isWorthRetrying(error)) throw error
      if (attempt === ATTEMPTS) throw new DatabaseUnavailable(error)
      // oxlint-disable-next-line house/random-from-crypto -- spreads pauses, no secret
      await delay(Math.random() * 20 * 2 ** attempt)
    }
  }
}
