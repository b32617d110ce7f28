import type * as contract from '#contract/console/users.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { listConsoleUsers } from './list-users.ts'
import { readConsoleUser } from './read-user.ts'
import { listUserLedger } from './user-ledger.ts'

export function userHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    listConsoleUsers: ({ input }) => listConsoleUsers(deps, input),
    readConsoleUser: ({ input }) => readConsoleUser(deps, input.user),
    listUserLedger: ({ input }) => listUserLedger(deps, input),
  }
}
