import { AppError } from '../../http/app-error.ts'

/** Files that a node sends at a time: each holds a connection to the database. */
const MOST = 2
const RETRY_S = 30

export interface ExportSlots {
  /** Throws OVERLOADED while all are taken. */
  requireFree(): void
  /** Takes one until it is disposed of. Throws OVERLOADED while all are taken. */
  take(): Disposable
}

export function createExportSlots(): ExportSlots {
  let taken = 0
  function requireFree(): void {
    if (taken < MOST) return
    const message = '已有两个文件正在导出，请等其中一个完成后再试'
    throw new AppError('OVERLOADED', { message, retryAfter: RETRY_S })
  }
  return {
    requireFree,
    take() {
      requireFree()
      taken += 1
      return { [Symbol.dispose]: () => (taken -= 1) }
    },
  }
}
