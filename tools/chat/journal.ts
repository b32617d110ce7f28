import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

const entry = z.object({
  id: z.string(),
  /** The hold that was asked for last, and the end of its key. */
  spending: z.object({
    user: z.string(),
    amount: z.int(),
    reason: z.string(),
    keyId: z.nullable(z.string()),
    endsInS: z.int(),
  }),
  step: z.enum(['hold', 'rest']),
  /** Null until the shop has answered. */
  holdId: z.nullable(z.string()),
  /** What the answer cost; null while it comes, and where nobody pays for it. */
  booking: z.nullable(
    z.object({ amount: z.int(), usage: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
})
/** A request whose credit is held and neither charged nor released. */
export type Entry = z.output<typeof entry>

/** A line of the file: the newest one of an id counts, and one without an entry ends it. */
const line = z.object({ id: z.string(), entry: z.nullable(entry) })

/** When settled entries are left out of the file, beside each start. */
const LARGE_BYTES = 1_000_000

interface Options {
  /** Null: a restart forgets what is not settled. */
  path: string | null
  largeBytes?: number
  log: { error: (facts: object, message: string) => void }
}

export type Journal = ReturnType<typeof createJournal>

/**
 * Requests that are not settled, in memory and in a file of one process alone. The file is opened at first use: a
 * process that waits for the port of another one must not read it yet. Throws when its folder cannot be written.
 */
export function createJournal({ path, largeBytes = LARGE_BYTES, log }: Options) {
  const entries = new Map<string, Entry>()
  let left: Entry[] = []
  let file: number | null = null
  let isOpen = path === null
  let limit = largeBytes
  let syncing = Promise.resolve()
  let waiting: Promise<void> | null = null
  if (path !== null) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    accessSync(dirname(path), constants.W_OK)
  }

  /** Reads what an earlier process left. Its last line may be torn. */
  function open(from: string): void {
    isOpen = true
    const lines = existsSync(from) ? readFileSync(from, 'utf8').split('\n') : []
    for (const [at, text] of lines.entries()) {
      if (text === '') continue
      try {
        const { id, entry: found } = line.parse(JSON.parse(text))
        if (found === null) entries.delete(id)
        else entries.set(id, found)
      } catch {
        log.error({ path: from, line: at + 1 }, 'a line of the journal cannot be read')
      }
    }
    left = [...entries.values()]
    compact(from)
  }

  /** Writes what is not settled into a new file, which takes the place of the old one. */
  function compact(to: string): void {
    const written = openSync(`${to}.new`, 'w', 0o600)
    for (const [id, each] of entries) writeSync(written, toLine(id, each))
    fsyncSync(written)
    closeSync(written)
    if (file !== null) closeSync(file)
    file = null
    renameSync(`${to}.new`, to)
    file = openSync(to, 'a')
    limit = Math.max(largeBytes, 2 * fstatSync(file).size)
  }

  /** On the disk once this resolves. One at a time: whatever comes meanwhile goes together with the next. */
  function sync(): Promise<void> {
    waiting ??= syncing.then(async () => {
      syncing = waiting!
      waiting = null
      try {
        if (path !== null && file !== null && fstatSync(file).size > limit) compact(path)
        else if (file !== null) await promisify(fdatasync)(file)
      } catch (error) {
        report(error)
      }
    })
    return waiting
  }

  function write(id: string, written: Entry | null): void {
    try {
      if (!isOpen) open(path!)
      if (file !== null) writeSync(file, toLine(id, written))
      // requests that are refused never wait for the disk
      if (file !== null && fstatSync(file).size > limit) void sync()
    } catch (error) {
      report(error)
    }
    if (written === null) entries.delete(id)
    else entries.set(id, written)
  }

  /** The entry is in memory: a full disk does not stop an answer. */
  function report(err: unknown): void {
    log.error({ err, path }, 'the journal cannot be written')
  }

  return {
    /** What an earlier process did not settle. Throws when the file cannot be read. */
    listLeft(): readonly Entry[] {
      if (!isOpen) open(path!)
      return left
    },
    /** Outlives the process. */
    write: (written: Entry) => write(written.id, written),
    /** Outlives the machine. */
    async store(written: Entry): Promise<void> {
      write(written.id, written)
      await sync()
    },
    /** Where this is lost, the entry is settled again, which books nothing twice. */
    remove: (id: string) => write(id, null),
    async close(): Promise<void> {
      await sync()
      if (file !== null) closeSync(file)
      file = null
    },
  }
}

/** Begun by its end of line, so that a torn line spoils no other. */
function toLine(id: string, written: Entry | null): string {
  return `\n${JSON.stringify({ id, entry: written })}`
}
