import * as z from 'zod/mini'

/** Where a page that has crashed says so: beside the calls, for what makes them may have crashed. */
export const CRASH_REPORT_PATH = '/crash-report'

const text = z.string().check(z.maxLength(2_000))

export const crashReport = z.strictObject({
  /** What the visitor reads out. */
  id: z.string().check(z.regex(/^web-[0-9a-f]{12}$/)),
  /** Path alone: an address may bear a token. */
  page: text,
  message: text,
  stack: text,
})
export type CrashReport = z.output<typeof crashReport>
