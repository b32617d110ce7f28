import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApplicationCall } from '#contract/applications/application-call.ts'
import { uuid } from '#contract/applications/application-fields.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { SpendRequest } from '../../credit/spending/spend.store.ts'
import { AppError } from '../../http/app-error.ts'
import { parseInput } from '../../http/serve.ts'
import type { Application } from './application-keys.store.ts'
import type { Authenticate } from './authenticate.ts'
import type { CallLimits } from './call-limits.ts'
import { sha256 } from '../../lib/sha256.ts'

export interface CallOfApplication<C extends ApplicationCall> {
  input: InputOf<C>
  application: Application
  /** What spending is booked under, apart from the user; a GET has no key. */
  origin: Omit<SpendRequest, 'userId'>
}

/** One handler for each call; TypeScript refuses a table with one missing. */
export type ApplicationHandlers<Calls extends Record<string, ApplicationCall>> = {
  [Name in keyof Calls]: (call: CallOfApplication<Calls[Name]>) => Promise<OutputOf<Calls[Name]>>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The application whose key the call bears. */
    application: Application | null
  }
}

/** Serves the calls of applications: key, limits, parsing, handler, envelope. */
export function serveApplications<Calls extends Record<string, ApplicationCall>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: ApplicationHandlers<Calls>,
  { authenticate, limits }: { authenticate: Authenticate; limits: CallLimits },
): void {
  app.decorateRequest('application', null)
  acceptEmptyBodies(app)

  async function enter(
    { limitedAs }: ApplicationCall,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    reply.headers({ 'cache-control': 'no-store' })
    request.application = await authenticate(request).catch((error: unknown) => {
      if (error instanceof AppError) reply.header('www-authenticate', 'Bearer')
      throw error
    })
    const { user } = paramsOf(request)
    // one user in capital letters is the same user
    const { isAllowed, retryAfter, headers } = limits.admit(
      request.application,
      user?.toLowerCase() ?? null,
      limitedAs,
    )
    reply.headers(headers)
    if (!isAllowed) throw new AppError('RATE_LIMITED', { retryAfter })
  }

  for (const [name, call] of Object.entries(calls)) {
    app.route({
      method: call.method,
      url: call.path,
      onRequest: (request, reply) => enter(call, request, reply),
      async handler(request) {
        const application = request.application!
        const key = call.method === 'POST' ? idempotencyKey(request) : ''
        const input = parse(call, request)
        const origin = { application, key, hash: hashRequest(call, input) }
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- input was parsed by this very call
        const given = { input, application, origin } as CallOfApplication<Calls[string]>
        const data = await handlers[name]!(given)
        return { statusCode: 200, message: 'ok', data: call.output.parse(data) }
      },
    })
  }
}

/** A POST whose body is left out has all fields left out. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parseJson(request, String(body), done)
  })
}

/** Throws VALIDATION without a key. */
function idempotencyKey({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key === 'string' && /^[\x21-\x7E]{1,200}$/.test(key)) return key
  const sentence = '请在 Idempotency-Key 请求头中给出 1 到 200 个可见的 ASCII 字符'
  throw new AppError('VALIDATION', { message: sentence, fields: { 'Idempotency-Key': sentence } })
}

const WRONG_IDS = {
  user: '网址里客户的编号格式不正确',
  id: '网址里预留或扣费的编号格式不正确',
}

function parse(call: ApplicationCall, request: FastifyRequest): unknown {
  const params = paramsOf(request)
  // an id in another form than ours names nothing
  for (const [name, message] of Object.entries(WRONG_IDS)) {
    if (name in params && !uuid.safeParse(params[name]).success) {
      throw new AppError('NOT_FOUND', { message })
    }
  }
  const source = call.method === 'GET' ? request.query : (request.body ?? {})
  const repeated = Object.keys(Object(source)).find((name) => name in params)
  if (repeated !== undefined) {
    throw new AppError('VALIDATION', { fields: { [repeated]: `不支持的字段：${repeated}` } })
  }
  return parseInput(call.input, source, params)
}

function paramsOf({ params }: FastifyRequest): Record<string, string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a path pattern: names and texts
  return params as Record<string, string>
}

/** SHA-256 over the call and its parsed input: two requests with the same key and hash are the same request. */
function hashRequest({ method, path }: ApplicationCall, input: unknown): Buffer {
  return sha256(`${method} ${path} ${canonicalJson(input)}`)
}

/** JSON whose fields stand in the order of their names. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
