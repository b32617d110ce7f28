import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, withDataFolder } from './data-folder.ts'

/** A random secret of this installation: created at the first call, then read from `DATA_DIR/secrets`. */
export function readOrCreateSecret(dataDir: string, name: string): string {
  return withDataFolder(dataDir, () => readOrCreate(dataDir, name))
}

function readOrCreate(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  const stored = readSecret(file)
  if (stored !== null) return stored
  makeFolder(folder)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    // link, not rename: when two processes start at once, the first one's secret stays
    linkSync(draft, file)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}

/** Derives a secret for one purpose; the root cannot be computed from it. */
export function deriveSecret(root: string, purpose: string): string {
  return createHmac('sha256', root).update(purpose).digest('base64url').replaceAll(/[-_]/g, '0')
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
