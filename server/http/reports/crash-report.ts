import type { FastifyPluginAsync } from 'fastify'
import { CRASH_REPORT_PATH, crashReport } from '#contract/crash-report.ts'
import { widestNetwork } from '../limits/address-keys.ts'
import { AppError } from '../app-error.ts'

const BODY_LIMIT = 16 * 1024
const MINUTE_MS = 60_000
/** More than a visitor with a crashed page sends. */
const EACH_MINUTE_OF_ONE = 5
const EACH_MINUTE = 100

/** Logs crashes of pages; support finds one by the id that its page shows. */
export const crashReports: FastifyPluginAsync = async (app) => {
  const isWithinLimit = createMinuteLimit()
  app.post(CRASH_REPORT_PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    if (!isWithinLimit(widestNetwork(request.ip)))
      throw new AppError('RATE_LIMITED', { retryAfter: 60 })
    const { success, data } = crashReport.safeParse(request.body)
    if (!success) throw new AppError('VALIDATION')
    request.log.error({ crash: data }, 'page crashed')
    return reply.code(204).send()
  })
}

/** Returns a check that is false beyond the maximum per minute, of one address or of all. */
function createMinuteLimit(): (address: string) => boolean {
  const counts = new Map<string, number>()
  let minute = 0
  let all = 0
  return (address) => {
    const now = Math.floor(Date.now() / MINUTE_MS)
    if (now !== minute) {
      minute = now
      all = 0
      counts.clear()
    }
    const count = (counts.get(address) ?? 0) + 1
    if (count > EACH_MINUTE_OF_ONE || all >= EACH_MINUTE) return false
    counts.set(address, count)
    all += 1
    return true
  }
}
