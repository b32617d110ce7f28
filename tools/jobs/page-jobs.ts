import type { FastifyInstance } from 'fastify'
import type { ToolsDeps } from '../deps.ts'
import type { Viewer } from '../wire/job.ts'
import { findTool } from '../wire/tools.ts'
import { JobError } from './job-error.ts'
import { readOrder } from './read-order.ts'
import { createStreamedJobs } from './streamed-jobs.ts'

type Needs = Pick<ToolsDeps, 'sessions' | 'cookies' | 'shop' | 'runJob' | 'converter'>

/** What the pages of this site call. */
export function pageJobs(app: FastifyInstance, deps: Needs): void {
  const { sessions, cookies, shop, runJob, converter } = deps
  const jobs = createStreamedJobs()

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
    jobs.cancel({ user, id: request.params.id })
    return reply.code(204).send()
  })

  app.post('/jobs', async (request, reply) => {
    const { user } = requireSession(request.cookies)
    const order = readOrder(request.body)
    return jobs.answer({ request, reply }, { user, id: order.id }, (context) =>
      runJob(order, context),
    )
  })
}
