import type * as contract from '#contract/console/search.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { searchConsole } from './search.ts'

export function searchHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    searchConsole: async ({ input }) => ({ hits: await searchConsole(deps, input.q) }),
  }
}
