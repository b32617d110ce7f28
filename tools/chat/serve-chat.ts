import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ToolsDeps } from '../deps.ts'
import { JobError } from '../jobs/job-error.ts'
import { createPlaces } from '../jobs/places.ts'
import { createWrongKeys, type WrongKeys } from '../jobs/wrong-keys.ts'
import { ChatError, signedOut, toChatError, wrongKey } from './chat-error.ts'
import { chatBody, complete } from './complete.ts'
import type { Journal } from './journal.ts'
import type { Model } from './models.ts'
import { createSettlements } from './settle.ts'
import type { Upstream } from './upstream.ts'

/** With pictures in messages. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024
const MOST_AT_ONCE = 200
const MOST_OF_USER = 8
/** A key that was revoked is refused at once in spite of this, by the hold that names it. */
const OWNER_MS = 60_000
const KEPT_OWNERS = 10_000

export interface ChatSettings {
  /** Null: the stand-in. */
  upstream: Upstream | null
  models: ReadonlyMap<string, Model>
}

type Needs = Pick<ToolsDeps, 'shop' | 'sessions' | 'cookies' | 'config'> & {
  upstream: Upstream
  journal: Journal
  wrongKeys: WrongKeys
}

/**
 * The part of OpenAI's API that clients of customers use, by a key that the customer made in the shop, and the page of
 * this site by its session.
 */
export async function serveChat(
  app: FastifyInstance,
  { shop, sessions, cookies, config, upstream, wrongKeys, journal }: Needs,
): Promise<void> {
  const { models, publicUrl } = config
  const places = createPlaces({ most: MOST_AT_ONCE, mostOfUser: MOST_OF_USER })
  app.addHook('preClose', () => places.drain())
  const { settle, resume, close } = createSettlements({ shop, journal, log: app.log })
  // the port is ours: no earlier process has requests under way
  app.addHook('onListen', async () => resume())
  app.addHook('onClose', close)
  const owners = new Map<string, { user: string; keyId: string; until: number }>()
  /** Requests that ended before the first piece, by user. */
  const unpaid = createWrongKeys()

  async function findOwner(
    request: FastifyRequest,
  ): Promise<{ user: string; keyId: string | null }> {
    const { headers, ip } = request
    if (headers.authorization === undefined && isOwnPage(headers, publicUrl)) {
      const session = sessions.find(cookies.sessionId(request.cookies))
      if (session === null) throw signedOut()
      return { user: session.user, keyId: null }
    }
    const key = /^Bearer (key_[\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
    if (key === undefined) throw wrongKey()
    const known = owners.get(key)
    if (known && known.until > Date.now()) return known
    owners.delete(key)
    wrongKeys.check(ip)
    const found = await shop.findKeyOwner(key)
    if (found === null) {
      wrongKeys.count(ip)
      throw wrongKey()
    }
    const owner = { ...found, until: Date.now() + OWNER_MS }
    if (owners.size >= KEPT_OWNERS) owners.clear()
    owners.set(key, owner)
    return owner
  }

  await app.register(async (scope) => {
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const refusal = toRefusal(error)
      if (refusal.status >= 500) request.log.error({ err: error }, 'a chat failed')
      return sendRefusal(reply, refusal)
    })
    // clients that are pages of other sites: the key travels in a header, and a session counts for our own page alone
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.header('access-control-allow-origin', '*')
    })
    scope.options('/v1/*', (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-allow-methods': 'GET, POST',
          'access-control-max-age': '600',
        })
        .send(),
    )

    scope.get('/v1/models', async (request) => {
      await findOwner(request)
      const data = [...models.keys()].map((id) => ({
        id,
        object: 'model',
        created: 0,
        owned_by: 'shop',
      }))
      return { object: 'list', data }
    })

    scope.post('/v1/chat/completions', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const { user, keyId } = await findOwner(request)
      const body = chatBody.safeParse(request.body)
      if (!body.success) throw new ChatError(400, 'invalid_request', problemOf(body.error.issues))
      const model = models.get(body.data.model)
      if (model === undefined)
        throw new ChatError(404, 'model_not_found', `没有模型 ${body.data.model.slice(0, 80)}`)
      unpaid.check(user)
      await places.withPlace(user, async () => {
        const deps = { shop, journal, settle, upstream, log: request.log }
        // what hooks have set: the answer is written past the framework
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        const ending = await complete(deps, { user, keyId, model, body: body.data }, reply.raw)
        if (ending !== 'paid') unpaid.count(user)
      })
      return reply.hijack()
    })
  })
}

/** A session travels by itself, so it counts for our own pages alone. */
function isOwnPage(headers: FastifyRequest['headers'], publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  return site === 'same-origin' || (site === undefined && origin === publicUrl)
}

function sendRefusal(reply: FastifyReply, { status, body, retryAfter }: ChatError): FastifyReply {
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

/** Refusals of the framework are named, too: a body that is too large, or no JSON. */
function toRefusal(error: Error & { statusCode?: number }): ChatError {
  if (error instanceof JobError) return tooMany(error.failure.message, error.failure.retryAfter)
  if (error.statusCode === 413) return new ChatError(413, 'request_too_large', '请求太大')
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ChatError(400, 'invalid_request', '请求不是 JSON')
  return toChatError(error)
}

function tooMany(message: string, retryAfter = 2): ChatError {
  return new ChatError(429, 'rate_limit_exceeded', message, {
    type: 'rate_limit_error',
    retryAfter,
  })
}

function problemOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  const [first] = issues
  return first === undefined
    ? '请求的内容不对'
    : `${first.path.join('.') || '请求'}：${first.message}`
}
