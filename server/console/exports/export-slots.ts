import { AppError } from '../../http/app-error.ts'

const RETRY_S = 30

export interface ExportSlots {
  /** Throws OVERLOADED while all are taken. */
  requireFree(): void
  /** Takes one until it is disposed of, once or more often. Throws OVERLOADED while all are taken. */
  take(): Disposable
}

export function createExportSlots(most: number): ExportSlots {
  let taken = 0
  function requireFree(): void {
    if (taken < most) return
    const message = `已有 ${most} 个文件正在导出，请等其中一个完成后再试`
    throw new AppError('OVERLOADED', { message, retryAfter: RETRY_S })
  }
  return {
    requireFree,
    take() {
      requireFree()
      taken += 1
      let isTaken = true
      return {
        [Symbol.dispose]() {
          if (isTaken) taken -= 1
          isTaken = false
        },
      }
    },
  }
}
