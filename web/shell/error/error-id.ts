import { CRASH_REPORT_PATH, type CrashReport } from '#contract/crash-report.ts'
import { CallError } from '../../lib/call/classify-failure.ts'

const reported = new Set<string>()

/** The error id for the developers: the server's request id, else a new one. */
export function errorIdOf(error: unknown): string {
  if (error instanceof CallError && error.requestId !== undefined) return error.requestId
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return `web-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Logs a crash once to the console and, with the id that the visitor sees, to the server. */
export function reportCrash(id: string, error: unknown, page: string): void {
  if (!id.startsWith('web-') || reported.has(id)) return
  reported.add(id)
  console.error(id, error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const report: CrashReport = {
    id,
    page: page.slice(0, 2_000),
    message: String(error).slice(0, 2_000),
    stack: stack.slice(0, 2_000),
  }
  // the console has it in any case
  fetch(CRASH_REPORT_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => undefined)
}
