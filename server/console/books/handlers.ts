import type * as contract from '#contract/console/figures/books.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { compareDay } from './compare-day.ts'
import { readDay } from './read-day.ts'

export function bookHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    readDay: ({ input }) => readDay(deps, input),
    compareDay: ({ input }) => compareDay(deps, input.day),
  }
}
