import type { FastifyInstance } from 'fastify'
import type { ToolsDeps } from '../deps.ts'
import type { Viewer } from '../wire/job.ts'
import { findTool } from '../wire/tools.ts'
import { JobError, toJobError } from './job-error.ts'
import { createLines } from './lines.ts'
import { readOrder } from './read-order.ts'

type Needs = Pick<ToolsDeps, 'sessions' | 'cookies' | 'shop' | 'runJob' | 'converter'>

/** What the pages of this site call. */
export function pageJobs(app: FastifyInstance, deps: Needs): void {
  const { sessions, cookies, shop, runJob, converter } = deps
  const running = new Map<string, AbortController>()

  const requireSession = (given: Record<string, string | undefined>) => {
    const session = sessions.find(cookies.sessionId(given))
    if (session === null) throw new JobError('SIGNED_OUT')
    return session
  }

  app.get('/me', async (request): Promise<Viewer> => {
    const { user, name } = requireSession(request.cookies)
    const credit = await shop.readCredit(user).catch(() => null)
    return { name, credit: credit && { available: credit.available, held: credit.held } }
  })

  app.post<{ Body: { tool?: unknown } }>('/prepare', async ({ body }, reply) => {
    const tool = findTool(String(body?.tool))
    if (tool !== undefined) converter.prepare(tool.id)
    return reply.code(204).send()
  })

  app.post<{ Params: { id: string } }>('/jobs/:id/cancel', async (request, reply) => {
    const { user } = requireSession(request.cookies)
    running.get(`${user} ${request.params.id}`)?.abort()
    return reply.code(204).send()
  })

  app.post('/jobs', async (request, reply) => {
    const { user } = requireSession(request.cookies)
    const order = readOrder(request.body)
    const name = `${user} ${order.id}`
    if (running.has(name)) throw new JobError('RATE_LIMITED', { retryAfter: 1 })
    const stop = new AbortController()
    running.set(name, stop)
    // a closed page cannot receive the result, so it should not pay for it
    reply.raw.once('close', () => stop.abort())
    const lines = createLines(reply)
    try {
      const context = { user, keyId: null, signal: stop.signal, report: lines.write }
      const finished = await runJob(order, context)
      lines.write({ type: 'done', ...finished })
    } catch (error) {
      const { failure } = toJobError(error)
      if (failure.code === 'INTERNAL') request.log.error({ err: error }, 'a job failed')
      lines.write({ type: 'failed', ...failure })
    } finally {
      running.delete(name)
      lines.end()
    }
    return reply
  })
}
