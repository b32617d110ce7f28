import type * as contract from '#contract/console/exports.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { createExportSlots } from './export-slots.ts'
import { prepareExport } from './prepare-export.ts'
import { sendExport } from './send-export.ts'

type Calls = Pick<typeof contract, 'prepareExport' | 'downloadExport'>

export function exportHandlers(deps: ConsoleDeps): ConsoleHandlers<Calls> {
  const slots = createExportSlots()
  return {
    prepareExport: ({ input, session }) => prepareExport(deps, session, slots, input),
    downloadExport: ({ input, ...asked }) => sendExport(deps, slots, input, asked),
  }
}
