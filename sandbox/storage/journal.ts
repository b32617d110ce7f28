import { mkdir, open, readFile, rename, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** The file grows to this many times its size after the last rewrite before it is rewritten. */
const GROWTH = 4
const SMALLEST_REWRITE_BYTES = 16 * 1024 * 1024
const ENTRIES_A_LINE = 256

export interface Journal {
  /** Queues an entry. It counts only once `durable()` has resolved. */
  append: (entry: unknown) => void
  /** Resolves when everything appended so far is on the disk; rejects for good after a failed write. */
  durable: () => Promise<void>
  close(): Promise<void>
}

export interface JournalOptions {
  dir: string
  /** Takes up one entry of an earlier run, in the order in which they were appended. */
  replay(entry: unknown): void
  /** The entries that make up the whole present state, for a rewrite. */
  snapshot(): Iterable<unknown>
  onFailure: (error: Error) => void
}

/**
 * An append-only file of entries. Entries that wait at the same moment share one line and one
 * fsync. A line bears its checksum and counts as a whole or not at all, so a crash in the middle of
 * a write leaves no half of it. Every start rewrites the file to what is still needed.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const path = join(options.dir, 'journal')
  await mkdir(options.dir, { recursive: true, mode: 0o700 })
  for (const entry of parse(await readIfThere(path), path)) options.replay(entry)

  let waiting: string[] = []
  let isScheduled = false
  let file = await writeWhole(options.dir, path, options.snapshot())
  let size = (await file.stat()).size
  let sizeAfterRewrite = size
  let tail: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    isScheduled = false
    const batch = waiting
    waiting = []
    const { size: sizeOnDisk, nlink } = await file.stat()
    if (sizeOnDisk !== size || nlink === 0) throw new Error(`another process writes to ${path}`)
    if (size > Math.max(SMALLEST_REWRITE_BYTES, GROWTH * sizeAfterRewrite)) {
      const outgrown = file
      file = await writeWhole(options.dir, path, options.snapshot())
      size = sizeAfterRewrite = (await file.stat()).size
      await outgrown.close()
    } else {
      const line = seal(batch)
      await file.appendFile(line)
      await file.datasync()
      size += line.length
    }
  }

  return {
    append(entry) {
      waiting.push(JSON.stringify(entry))
      if (isScheduled) return
      isScheduled = true
      tail = tail.then(flush)
      // After a failure the chain stays rejected: nothing is written or acknowledged any more.
      tail.catch(options.onFailure)
    },
    durable: () => tail,
    async close() {
      await tail.catch(() => undefined)
      await file.close()
    },
  }
}

/** Puts the entries into a new file and only then in place of the old one. */
async function writeWhole(
  dir: string,
  path: string,
  entries: Iterable<unknown>,
): Promise<FileHandle> {
  const lines: Buffer[] = []
  let batch: string[] = []
  for (const entry of entries) {
    batch.push(JSON.stringify(entry))
    if (batch.length < ENTRIES_A_LINE) continue
    lines.push(seal(batch))
    batch = []
  }
  if (batch.length > 0) lines.push(seal(batch))
  const next = `${path}.next`
  const file = await open(next, 'w', 0o600)
  await file.writeFile(Buffer.concat(lines))
  await file.sync()
  await rename(next, path)
  // A rename is lasting once the folder is synced; Windows cannot open a folder.
  if (process.platform !== 'win32') {
    const folder = await open(dir)
    await folder.sync()
    await folder.close()
  }
  return file
}

function seal(entries: string[]): Buffer {
  const body = `[${entries.join(',')}]`
  return Buffer.from(`${checksum(body)} ${body}\n`)
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

/** A broken line at the end was never acknowledged and is dropped; a broken line before a good one is damage. */
function parse(text: string, path: string): unknown[] {
  const entries: unknown[] = []
  let broken = 0
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const body = line.slice(9)
    if (line.slice(0, 8) !== checksum(body)) {
      broken ||= index + 1
      continue
    }
    if (broken > 0) throw new Error(`${path}: line ${broken} is damaged`)
    entries.push(...parseBody(body))
  }
  return entries
}

function parseBody(body: string): unknown[] {
  const value: unknown = JSON.parse(body)
  return Array.isArray(value) ? value : []
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
