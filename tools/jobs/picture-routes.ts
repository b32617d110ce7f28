import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ToolsDeps } from '../deps.ts'
import {
  MOST_BYTES,
  MOST_PICTURE_BYTES,
  MOST_PICTURES,
  readCells,
  type Turn,
  writeText,
} from '../wire/picture.ts'
import { JobError } from './job-error.ts'
import type { PictureOrder } from './run-pictures.ts'
import { createStreamedJobs } from './streamed-jobs.ts'
import type { WrongKeys } from './wrong-keys.ts'

/** Of all pictures that this program has in memory; one user's are a job's at most. */
const MOST_BYTES_AT_ONCE = 3 * MOST_BYTES
const IS_JOB_ID = /^[\w-]{8,64}$/

type Needs = Pick<ToolsDeps, 'sessions' | 'cookies' | 'shop' | 'runPictures'> & {
  wrongKeys: WrongKeys
}

const jobQuery = z.object({
  id: z.string().check(z.regex(IS_JOB_ID)),
  /** For each picture its length in bytes and its turn, as `51234.0,80211.90`: the body is one after another. */
  parts: z.string().check(z.regex(/^\d{1,8}\.(0|90|180|270)(,\d{1,8}\.(0|90|180|270))*$/)),
})
const turnQuery = z.object({ turn: z._default(z.enum(['0', '90', '180', '270']), '0') })

/** Calls that send pictures: that of the page, and `POST /v1/ocr` for programs with a customer's key. */
export async function pictureRoutes(app: FastifyInstance, deps: Needs): Promise<void> {
  const { sessions, cookies, shop, runPictures, wrongKeys } = deps
  const jobs = createStreamedJobs()
  const bytesOf = new Map<string, number>()
  const owners = new WeakMap<FastifyRequest, { user: string; keyId: string }>()

  // only here, so that no other call takes in so much
  for (const type of [/^image\//, 'application/octet-stream'])
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: MOST_BYTES },
      async (_request: unknown, body: Buffer) => body,
    )

  const requireSession = ({ cookies: given }: FastifyRequest) => {
    const session = sessions.find(cookies.sessionId(given))
    if (session === null) throw new JobError('SIGNED_OUT')
    return session
  }

  /** Throws JobError for a body that is too large, and for any while too many are in memory. */
  function reserveMemory(
    request: FastifyRequest,
    reply: FastifyReply,
    { user, most }: { user: string; most: number },
  ): void {
    const length = Number(request.headers['content-length'])
    if (!Number.isSafeInteger(length)) throw new JobError('VALIDATION')
    if (length > most) {
      const message = `图片超过 ${most / 2 ** 20} MB，请缩小或分几次`
      throw new JobError('PICTURE_TOO_LARGE', { message })
    }
    const own = bytesOf.get(user) ?? 0
    if (own + length > MOST_BYTES) throw new JobError('RATE_LIMITED', { retryAfter: 5 })
    const all = bytesOf.values().reduce((sum, bytes) => sum + bytes, 0)
    if (all + length > MOST_BYTES_AT_ONCE) throw new JobError('BUSY', { retryAfter: 10 })
    bytesOf.set(user, own + length)
    reply.raw.once('close', () => {
      const left = (bytesOf.get(user) ?? length) - length
      if (left > 0) bytesOf.set(user, left)
      else bytesOf.delete(user)
    })
  }

  /** Whose key a program has sent. */
  async function requireOwner({ headers, ip }: FastifyRequest) {
    const key = /^Bearer (key_[\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
    if (key === undefined) throw new JobError('KEY_INVALID')
    wrongKeys.check(ip)
    const owner = await shop.findKeyOwner(key)
    if (owner !== null) return owner
    wrongKeys.count(ip)
    throw new JobError('KEY_INVALID')
  }

  app.post('/jobs/pictures', {
    onRequest: async (request, reply) => {
      const { user } = requireSession(request)
      reserveMemory(request, reply, { user, most: MOST_BYTES })
    },
    handler: async (request, reply) => {
      const { user } = requireSession(request)
      const order = readJob(request)
      return jobs.answer({ request, reply }, { user, id: order.id }, (context) =>
        runPictures(order, context),
      )
    },
  })

  app.post<{ Params: { id: string } }>('/jobs/pictures/:id/cancel', async (request, reply) => {
    const { user } = requireSession(request)
    jobs.cancel({ user, id: request.params.id })
    return reply.code(204).send()
  })

  app.post('/v1/ocr', {
    onRequest: async (request, reply) => {
      const owner = await requireOwner(request)
      owners.set(request, owner)
      // before the body is taken in: a stranger's takes no memory
      reserveMemory(request, reply, { user: owner.user, most: MOST_PICTURE_BYTES })
    },
    handler: async (request, reply) => {
      const order = readCall(request)
      const owner = owners.get(request)
      if (owner === undefined) throw new JobError('KEY_INVALID')
      const stop = new AbortController()
      reply.raw.once('close', () => stop.abort())
      let refusal = ''
      const finished = await runPictures(order, {
        ...owner,
        signal: stop.signal,
        report: (event) => {
          if (event.type === 'refused') refusal = event.message
        },
      })
      const [picture] = finished.pictures
      if (!picture) throw new JobError('PICTURE_REFUSED', { message: refusal })
      const { cost, available, charge } = finished
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

/** Throws VALIDATION for an order whose parts are not its body. */
function readJob({ query, body }: FastifyRequest): PictureOrder {
  const parsed = jobQuery.safeParse(query)
  if (!parsed.success || !Buffer.isBuffer(body)) throw new JobError('VALIDATION')
  let at = 0
  const pictures = parsed.data.parts.split(',').map((part) => {
    const [length = 0, turn = 0] = part.split('.').map(Number)
    const bytes = body.subarray(at, at + length)
    at += length
    return { bytes, turn: toTurn(turn) }
  })
  if (at !== body.length || pictures.length > MOST_PICTURES) throw new JobError('VALIDATION')
  return { id: parsed.data.id, pictures }
}

function readCall({ query, body, headers }: FastifyRequest): PictureOrder {
  const parsed = turnQuery.safeParse(query)
  const id = headers['idempotency-key'] ?? randomUUID()
  const isRight = parsed.success && typeof id === 'string' && IS_JOB_ID.test(id)
  if (!isRight) throw new JobError('VALIDATION')
  if (!Buffer.isBuffer(body)) {
    const message =
      '请把图片作为请求体发送，Content-Type 为 image/jpeg、image/png、image/webp 或 image/gif'
    throw new JobError('VALIDATION', { message })
  }
  return { id, pictures: [{ bytes: body, turn: toTurn(Number(parsed.data.turn)) }] }
}

function toTurn(degrees: number): Turn {
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0
}
