import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api/api-error.ts'
import { createBodyMemory } from '../api/body-memory.ts'
import { createFailureLimit } from '../api/failure-limit.ts'
import { createPlaces } from '../api/places.ts'
import type { ToolsDeps } from '../deps.ts'
import { toChatError } from './chat-error.ts'
import { chatBody, complete } from './complete.ts'
import type { Journal } from './journal.ts'
import { createSettlements } from './settle.ts'
import type { Upstream } from './upstream.ts'

/** With pictures in messages. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024
const MOST_AT_ONCE = 200
const MOST_OF_USER = 8

/** The part of OpenAI's API that clients of customers use, and the page of this site. */
export function chatRoutes(
  app: FastifyInstance,
  {
    shop,
    owners,
    config,
    upstream,
    journal,
  }: Pick<ToolsDeps, 'shop' | 'owners' | 'config'> & { upstream: Upstream; journal: Journal },
): void {
  const { models } = config
  const memory = createBodyMemory({ most: 64 * BODY_LIMIT_BYTES, mostOfUser: 2 * BODY_LIMIT_BYTES })
  const places = createPlaces({ most: MOST_AT_ONCE, mostOfUser: MOST_OF_USER })
  app.addHook('preClose', () => places.drain())
  const { settle, resume, close } = createSettlements({ shop, journal, log: app.log })
  // the port is ours: no earlier process has requests under way
  app.addHook('onListen', async () => resume())
  app.addHook('onClose', close)
  /** Requests for which the upstream has worked and nobody pays, by user. */
  const unpaid = createFailureLimit()

  app.get('/v1/models', async (request) => {
    await owners.find(request)
    const model = { object: 'model', created: 0, owned_by: 'shop' }
    return { object: 'list', data: [...models.keys()].map((id) => ({ id, ...model })) }
  })

  const bodyLimit = BODY_LIMIT_BYTES
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    const { user } = await owners.find(request)
    memory.reserve(request, reply, { user, longest: bodyLimit })
  }
  app.post('/v1/chat/completions', { bodyLimit, onRequest }, async (request, reply) => {
    const { user, keyId } = await owners.find(request)
    const body = chatBody.safeParse(request.body)
    if (!body.success) {
      const [{ path, message } = { path: [], message: '' }] = body.error.issues
      throw new ApiError('invalid_request', { message: `${path.join('.') || '请求'}：${message}` })
    }
    const model = models.get(body.data.model)
    if (model === undefined) {
      const message = `模型不存在：${body.data.model.slice(0, 80)}`
      throw new ApiError('model_not_found', { message })
    }
    unpaid.check(user)
    const free = places.take(user)
    try {
      // what hooks have set: the answer is written past the framework
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      const deps = { shop, journal, settle, upstream, log: request.log }
      const order = { user, keyId, model, body: body.data }
      const ending = await complete(deps, order, reply.raw)
      if (ending === 'unpaid') unpaid.count(user)
    } catch (error) {
      throw toChatError(error)
    } finally {
      free()
    }
    return reply.hijack()
  })
}
