import type * as contract from '#contract/console/exports.ts'
import {
  MOST_EXPORTED_ROWS,
  type prepareExport as prepareExportCall,
} from '#contract/console/exports.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { createExportSlots, type ExportSlots } from './export-slots.ts'
import { sendExport } from './send-export.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { withSnapshot } from '../../db/reads.ts'
import { AppError } from '../../http/app-error.ts'
import type { OperatorSession } from '../sessions/sessions.ts'
import { exportedLists } from './exported-lists.ts'
import { createTicket } from './tickets.ts'

/** Files that a node sends at a time: each holds a connection to the database. */
const FILES_AT_ONCE = 2

type Calls = Pick<typeof contract, 'prepareExport' | 'downloadExport'>

export function exportHandlers(deps: ConsoleDeps): ConsoleHandlers<Calls> {
  const slots = createExportSlots(FILES_AT_ONCE * deps.config.limitsFactor)
  return {
    prepareExport: ({ input, session }) => prepareExport(deps, session, slots, input),
    downloadExport: ({ input, ...asked }) => sendExport(deps, slots, input, asked),
  }
}

/** Counts what the file would hold. Throws EXPORT_TOO_LARGE, VALIDATION, OVERLOADED, NOT_FOUND. */
async function prepareExport(
  deps: ConsoleDeps,
  { sessionId }: OperatorSession,
  slots: ExportSlots,
  { list, filter }: InputOf<typeof prepareExportCall>,
): Promise<OutputOf<typeof prepareExportCall>> {
  slots.requireFree()
  const rows = await withSnapshot(deps.sql, async (tx) => {
    const opened = await exportedLists[list].open(deps, tx, filter)
    return opened.count(MOST_EXPORTED_ROWS + 1)
  })
  if (rows > MOST_EXPORTED_ROWS) throw new AppError('EXPORT_TOO_LARGE')
  const purpose = { sessionId, list, filter: JSON.stringify(filter) }
  return { ticket: createTicket(deps.config.secretKey, purpose, deps.now()), rows }
}
