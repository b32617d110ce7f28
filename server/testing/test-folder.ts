import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../db/embedded/postmaster.ts'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3
const NAME = /^shop-test-(\d+)-/

/**
 * Makes a folder for databases that are thrown away: in memory where it has room for them, which takes a third of
 * the disk's processor time, else with the other temporary files. What killed runs left in memory is removed.
 */
export async function makeTestFolder(): Promise<string> {
  const parent = (await hasMemory()) ? MEMORY : tmpdir()
  if (parent === MEMORY) await removeLeftovers()
  return mkdtemp(join(parent, `shop-test-${process.pid}-`))
}

async function hasMemory(): Promise<boolean> {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * NEEDED_BYTES) return false
  try {
    const { bavail, bsize } = await statfs(MEMORY)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(MEMORY, name), { recursive: true, force: true })
  }
}
