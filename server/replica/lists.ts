import { connect, DatabaseUnavailable, type Query, type Sql, type SqlOptions } from '../db/sql.ts'
import { findReplicaProblem } from './replica-problem.ts'
import { type ListVersions, readListVersions, readServerIdentity } from './replica.store.ts'

/** Connections to the replica, for each process; while all are busy the primary answers. */
const CONNECTIONS = 4
/** A replica that takes longer than this for a whole list does not answer it. */
const ANSWER_MS = 1_000
const LIMITS: Pick<SqlOptions, 'connectMs' | 'limitsMs'> = {
  connectMs: 300,
  limitsMs: { statement: 800, lock: 300, silence: ANSWER_MS },
}
/** After a failure it is left alone for so long, then asked in the background. */
const PAUSE_MS = 5_000

/** Who answered: `primary` where the replica is behind or busy, `fallback` while it does not answer. */
export type ListSource = 'replica' | 'primary' | 'fallback'

/** Reads of a customer's lists: on the replica where it has all that the primary has of that customer. */
export interface Lists {
  /** Runs `work`, which only reads what belongs to this user's orders and credit, and may run a second time. */
  read<T>(userId: string, work: (sql: Query) => Promise<T>): Promise<T>
}

export interface ReplicaLists extends Lists {
  /** Resolves when the replica was looked at for the first time, whatever was found. */
  looked: Promise<void>
  /** Looks again, at once. */
  look(): Promise<void>
  stop(): Promise<void>
}

interface Options extends SqlOptions {
  /** Called for each read. */
  onRead?: (source: ListSource) => void
  /** Called when the replica's state has changed: with what is wrong with it, or null. */
  onChange?: (problem: string | null) => void
  answerMs?: number
  pauseMs?: number
}

/** The lists of a shop without a replica. */
export function listsOf(sql: Query): Lists {
  return { read: (_userId, work) => work(sql) }
}

/** Reads lists on the replica at `url`. What it does not answer the primary does, so that it never adds a failure. */
export function replicaLists(
  sql: Sql,
  url: string,
  {
    onRead = () => {},
    onChange = () => {},
    answerMs = ANSWER_MS,
    pauseMs = PAUSE_MS,
    ...options
  }: Options = {},
): ReplicaLists {
  const replica = connect(url, {
    ...LIMITS,
    ...options,
    ...{ max: CONNECTIONS, isReadOnly: true, attempts: 1 },
  })
  /** Null: it serves. */
  let problem: string | null = 'not asked yet'
  let running = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function change(found: string | null): void {
    if (isStopped) return
    if (found !== problem) onChange(found)
    problem = found
    clearTimeout(timer)
    if (found !== null) timer = setTimeout(() => void look(), pauseMs).unref()
  }

  /** Asks both servers who they are. */
  async function look(): Promise<void> {
    try {
      const theirs = await replica.begin((tx) => readServerIdentity(tx))
      // a primary that does not answer says nothing of the replica
      const ours = await readServerIdentity(sql).catch(() => null)
      change(ours === null ? problem : findReplicaProblem(ours, theirs))
    } catch (error) {
      change(messageOf(error))
    }
  }

  /** The replica's answer; null where it does not have the user's last change. */
  function ask<T>(
    ours: ListVersions,
    userId: string,
    work: (sql: Query) => Promise<T>,
  ): Promise<{ value: T } | null> {
    running += 1
    return replica
      .begin(async (tx) => {
        const theirs = await readListVersions(tx, userId)
        const found = findReplicaProblem(ours, theirs)
        if (found !== null) throw new DatabaseUnavailable(found)
        const isCurrent = theirs.orders === ours.orders && theirs.credit === ours.credit
        return isCurrent ? { value: await work(oneByOne(tx)) } : null
      })
      .finally(() => (running -= 1))
  }

  return {
    looked: look(),
    look,
    async read(userId, work) {
      if (problem !== null || running >= CONNECTIONS) {
        onRead(problem === null ? 'primary' : 'fallback')
        return work(sql)
      }
      const ours = await readListVersions(sql, userId)
      try {
        const answer = await within(answerMs, ask(ours, userId, work))
        onRead(answer === null ? 'primary' : 'replica')
        if (answer !== null) return answer.value
      } catch (error) {
        onRead('fallback')
        if (error instanceof DatabaseUnavailable) change(messageOf(error))
        const value = await work(sql)
        // what fails there alone is the replica's fault, such as a table that it does not have yet
        change(messageOf(error))
        return value
      }
      return work(sql)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await replica.end()
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Rejects with DatabaseUnavailable when the work takes longer; it then goes on unseen. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DatabaseUnavailable(`no answer in ${ms} ms`)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** A transaction's statements one after another, as its connection takes them. */
function oneByOne(tx: Query): Query {
  let last: Promise<unknown> = Promise.resolve()
  return <Row extends object>(...statement: Parameters<Query>) => {
    const next = last.then(() => tx<Row>(...statement))
    last = next.catch(() => {})
    return next
  }
}
