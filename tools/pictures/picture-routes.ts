import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ApiError, toApiError } from '../api/api-error.ts'
import { createPlaces } from '../api/places.ts'
import type { ToolsDeps } from '../deps.ts'
import {
  MOST_BYTES,
  MOST_PICTURE_BYTES,
  MOST_PICTURES,
  type PictureEvent,
  readCells,
  type Turn,
  writeText,
} from '../wire/picture.ts'
import type { PictureOrder } from './run-pictures.ts'

const IS_JOB_ID = /^[\w-]{8,64}$/

const jobQuery = z.object({
  id: z.string().check(z.regex(IS_JOB_ID)),
  /** For each picture its length in bytes and its turn, as `51234.0,80211.90`: the body is one after another. */
  parts: z.string().check(z.regex(/^\d{1,8}\.(0|90|180|270)(,\d{1,8}\.(0|90|180|270))*$/)),
})
const turnQuery = z.object({ turn: z._default(z.enum(['0', '90', '180', '270']), '0') })

/** Calls that send pictures: that of the page, and `POST /v1/ocr` for programs with a customer's key. */
export async function pictureRoutes(
  app: FastifyInstance,
  { owners, runPictures }: Pick<ToolsDeps, 'owners' | 'runPictures'>,
): Promise<void> {
  /** Bytes that this program has in memory; one user's are a job's at most. */
  const memory = createPlaces({ most: 3 * MOST_BYTES, mostOfUser: MOST_BYTES })
  /** Jobs of pages, which can be cancelled. */
  const running = new Map<string, AbortController>()

  // only here, so that no other call takes in so much
  for (const type of [/^image\//, 'application/octet-stream'])
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: MOST_BYTES },
      async (_request: unknown, body: Buffer) => body,
    )

  /** Before the body is taken in: a stranger's takes no memory. */
  function reserveMemory(
    request: FastifyRequest,
    reply: FastifyReply,
    { user, most }: { user: string; most: number },
  ): void {
    const length = Number(request.headers['content-length'])
    if (!Number.isSafeInteger(length)) throw new ApiError('invalid_request')
    if (length > most) {
      const message = `图片超过 ${most / 2 ** 20} MB，请缩小或分次处理`
      throw new ApiError('request_too_large', { message })
    }
    reply.raw.once('close', memory.take(user, length))
  }

  /** Aborts with the connection: who is gone cannot receive the result, so need not pay for it. */
  function stopWith(reply: FastifyReply): AbortController {
    const stop = new AbortController()
    reply.raw.once('close', () => stop.abort())
    return stop
  }

  app.post('/jobs/pictures', {
    onRequest: async (request, reply) => {
      const { user } = owners.requireSession(request)
      reserveMemory(request, reply, { user, most: MOST_BYTES })
    },
    handler: async (request, reply) => {
      const { user } = owners.requireSession(request)
      const order = readJob(request)
      const name = `${user} ${order.id}`
      if (running.has(name)) throw new ApiError('rate_limit_exceeded')
      const stop = stopWith(reply)
      running.set(name, stop)
      const { write, end } = streamLines(reply)
      try {
        const context = { user, keyId: null, signal: stop.signal, report: write }
        write({ type: 'done', ...(await runPictures(order, context)) })
      } catch (error) {
        const { body, status } = toApiError(error)
        if (status === 500) request.log.error({ err: error }, 'a job failed')
        write({ type: 'failed', error: body.error })
      } finally {
        running.delete(name)
        end()
      }
      return reply
    },
  })

  app.post<{ Params: { id: string } }>('/jobs/pictures/:id/cancel', async (request, reply) => {
    const { user } = owners.requireSession(request)
    running.get(`${user} ${request.params.id}`)?.abort()
    return reply.code(204).send()
  })

  app.post('/v1/ocr', {
    onRequest: async (request, reply) => {
      const { user } = await owners.find(request)
      reserveMemory(request, reply, { user, most: MOST_PICTURE_BYTES })
    },
    handler: async (request, reply) => {
      const owner = await owners.find(request)
      const order = readCall(request)
      const { signal } = stopWith(reply)
      let message = ''
      const { pictures, cost, available, charge } = await runPictures(order, {
        ...owner,
        signal,
        report: (event) => {
          if (event.type === 'refused') message = event.message
        },
      })
      const [picture] = pictures
      if (!picture) throw new ApiError('picture_refused', { message })
      const text = writeText(picture.rows.source)
      const table = readCells(picture, 'source')
      void reply.header('cache-control', 'no-store')
      return {
        ...{ id: charge, text, lines: text.split('\n'), ...(table && { table }) },
        ...{ characters: picture.characters, cost, balance: available },
      }
    },
  })
}

/** Answers by one JSON object a line, sent as they come. */
function streamLines(reply: FastifyReply) {
  const stream = new Readable({ read() {} })
  void reply
    .header('content-type', 'application/x-ndjson; charset=utf-8')
    .header('cache-control', 'no-store')
    // a proxy would keep back what is to be seen at once
    .header('x-accel-buffering', 'no')
    .send(stream)
  return {
    write: (event: PictureEvent) => void stream.push(`${JSON.stringify(event)}\n`),
    end: () => void stream.push(null),
  }
}

/** Throws invalid_request for an order whose parts are not its body. */
function readJob({ query, body }: FastifyRequest): PictureOrder {
  const parsed = jobQuery.safeParse(query)
  if (!parsed.success || !Buffer.isBuffer(body)) throw new ApiError('invalid_request')
  let at = 0
  const pictures = parsed.data.parts.split(',').map((part) => {
    const [length = 0, turn = 0] = part.split('.').map(Number)
    const bytes = body.subarray(at, at + length)
    at += length
    return { bytes, turn: toTurn(turn) }
  })
  if (at !== body.length || pictures.length > MOST_PICTURES) throw new ApiError('invalid_request')
  return { id: parsed.data.id, pictures }
}

function readCall({ query, body, headers }: FastifyRequest): PictureOrder {
  const parsed = turnQuery.safeParse(query)
  const id = headers['idempotency-key'] ?? randomUUID()
  const isRight = parsed.success && typeof id === 'string' && IS_JOB_ID.test(id)
  if (!isRight) throw new ApiError('invalid_request')
  if (!Buffer.isBuffer(body)) {
    const message =
      '请把图片作为请求体发送，Content-Type 为 image/jpeg、image/png、image/webp 或 image/gif'
    throw new ApiError('invalid_request', { message })
  }
  return { id, pictures: [{ bytes: body, turn: toTurn(Number(parsed.data.turn)) }] }
}

function toTurn(degrees: number): Turn {
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0
}
