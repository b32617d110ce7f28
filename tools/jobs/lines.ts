import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { JobEvent } from '../wire/job.ts'
import type { PictureEvent } from '../wire/picture.ts'

/** An answer of one JSON object a line, sent as they come. */
export function createLines(reply: FastifyReply) {
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
