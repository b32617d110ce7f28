import type * as contract from '#contract/personal-data.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/serve.ts'
import { exportData, type ExportReaders } from './export-data.ts'

export function personalDataHandlers(
  deps: Deps,
  readers: ExportReaders,
): Handlers<typeof contract> {
  return { exportData: ({ session }) => exportData(deps, readers, session) }
}
