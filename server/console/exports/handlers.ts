import type * as contract from '#contract/console/exports.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { createExportSlots } from './export-slots.ts'
import { prepareExport } from './prepare-export.ts'
import { sendExport } from './send-export.ts'

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
