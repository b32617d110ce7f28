import type * as contract from '#contract/console/applications.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { listConsoleApplications, readConsoleApplication } from './read-applications.ts'

export function applicationHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    listConsoleApplications: () => listConsoleApplications(deps),
    readConsoleApplication: ({ input }) => readConsoleApplication(deps, input.id),
  }
}
