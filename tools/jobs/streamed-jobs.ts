import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FinishedJob, JobEvent } from '../wire/job.ts'
import type { FinishedPictures, PictureEvent } from '../wire/picture.ts'
import { JobError, toJobError } from './job-error.ts'

/** A job of a page of this site, by its user and the id that the page has made. */
interface JobName {
  user: string
  id: string
}

interface StreamedContext {
  user: string
  keyId: null
  signal: AbortSignal
  report: (event: JobEvent | PictureEvent) => void
}

/** Jobs of pages: each answers by its events, one line each as they come, and can be cancelled. */
export function createStreamedJobs() {
  const running = new Map<string, AbortController>()
  const nameOf = ({ user, id }: JobName) => `${user} ${id}`

  return {
    cancel: (job: JobName) => running.get(nameOf(job))?.abort(),

    async answer(
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
      job: JobName,
      run: (context: StreamedContext) => Promise<FinishedJob | FinishedPictures>,
    ): Promise<FastifyReply> {
      const name = nameOf(job)
      if (running.has(name)) throw new JobError('RATE_LIMITED', { retryAfter: 1 })
      const stop = new AbortController()
      running.set(name, stop)
      // a closed page cannot receive the result, so it should not pay for it
      reply.raw.once('close', () => stop.abort())
      const lines = createLines(reply)
      try {
        const { signal } = stop
        const finished = await run({ user: job.user, keyId: null, signal, report: lines.write })
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
    },
  }
}

/** An answer of one JSON object a line, sent as they come. */
function createLines(reply: FastifyReply) {
  const stream = new Readable({ read() {} })
  void reply
    .header('content-type', 'application/x-ndjson; charset=utf-8')
    .header('cache-control', 'no-store')
    // a proxy would keep back what is to be seen at once
    .header('x-accel-buffering', 'no')
    .send(stream)
  return {
    write: (event: JobEvent | PictureEvent) => void stream.push(`${JSON.stringify(event)}\n`),
    end: () => void stream.push(null),
  }
}
