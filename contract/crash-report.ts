import * as z from 'zod/mini'

/** Receives reports of crashed pages. It is no call of the contract, because the code that makes calls may have crashed. */
export const CRASH_REPORT_PATH = '/crash-report'

const text = z.string().check(z.maxLength(2_000))

export const crashReport = z.strictObject({
  /** The id that the page shows and the visitor tells to support. */
  id: z.string().check(z.regex(/^web-[0-9a-f]{12}$/)),
  /** The path without its query, which may contain a token. */
  page: text,
  message: text,
  stack: text,
})
export type CrashReport = z.output<typeof crashReport>
