import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefusal } from './start-refusal.ts'

/** Creates the folder and writes a test file; throws StartRefusal when that fails. */
export function checkDataFolder(folder: string): void {
  const probe = join(folder, `.probe-${process.pid}`)
  withDataFolder(folder, () => {
    makeFolder(folder)
    writeFileSync(probe, 'x'.repeat(4096))
    rmSync(probe)
  })
}

/** Creates a folder and those above it, for their owner alone. Node's own way never ends under /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // another process was first
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw error
  }
}

/** Runs work on files of DATA_DIR and throws its known failures as StartRefusal. */
export function withDataFolder<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw dataFolderFailure(error, folder)
  }
}

/** A StartRefusal for a known failure of the data folder; any other error as it is. */
export function dataFolderFailure(error: unknown, folder: string): unknown {
  const reason = refusals[codeOf(error, folder)]
  return reason === undefined ? error : new StartRefusal(reason(folder), { cause: error })
}

const isFile = (folder: string) =>
  `数据目录 ${folder} 是一个文件，或者它的上级是：请用 DATA_DIR 换一个目录`
const isClosed = (folder: string) =>
  `没有权限写入数据目录 ${folder}：请用拥有它的账号启动，或用 DATA_DIR 换一个可以写入的目录`
const isFull = (folder: string) =>
  `数据目录 ${folder} 所在的磁盘已经满了：请先腾出空间，或用 DATA_DIR 换一块磁盘上的目录`

const refusals: Record<string, (folder: string) => string> = {
  ENOTDIR: isFile,
  EEXIST: isFile,
  EACCES: isClosed,
  EPERM: isClosed,
  EROFS: (folder) => `数据目录 ${folder} 在只读的磁盘上：请用 DATA_DIR 换一个可以写入的目录`,
  ENOENT: (folder) => `数据目录 ${folder} 所在的地方不能建目录：请用 DATA_DIR 换一个目录`,
  ENOSPC: isFull,
  EDQUOT: isFull,
}

/** On a read-only disk Node reports ENOENT for a folder that it cannot create; access to the parent gives the real code. */
function codeOf(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code !== 'ENOENT') return code
  try {
    accessSync(nearest(folder), constants.W_OK)
    return code
  } catch (reason) {
    return reason instanceof Error && 'code' in reason ? String(reason.code) : code
  }
}

function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder))
}
