import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_VERSION } from '../payments/events.ts'
import { applyFault, simulatedServerError } from '../faults/apply-fault.ts'
import { chooseFault } from '../faults/choose-fault.ts'
import { operationOf, type CallFault } from '../faults/plan.ts'
import { occasionOf, TIME_HEADER, type Context, type Rules } from '../payments/context.ts'
import type { Change, State } from '../storage/state.ts'
import type { KeptResponse } from '../storage/tables.ts'
import { authenticate, type Caller, type ApiKeys } from './auth.ts'
import { ApiError, invalidParam } from './errors.ts'
import { parseForm } from './form.ts'
import { hashBody, createIdempotencyKeys, type Claim } from './idempotency.ts'
import { readParams, type Params } from './params.ts'

export interface Call {
  params: Params
  /** The `:id` of the path; empty where it has none. */
  id: string
  caller: Caller
  atMs: number
}

export interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  /** Who may call it: the shop's server alone, or browsers with the publishable key too. */
  openTo: 'server' | 'browser'
  /**
   * Reads the parameters and returns the work. An error thrown here is a bad request and is not kept
   * under the idempotency key. Work that throws changes nothing; an error that it returns is answered
   * and its change stays.
   */
  prepare(call: Call): (context: Context) => object
}

export interface ApiDeps {
  state: State
  keys: ApiKeys
  rules: Rules
  now: () => number
}

const LONGEST_KEY = 255

interface Work {
  endpoint: Endpoint
  request: FastifyRequest<{ Params: { id?: string } }>
  caller: Caller
  /** Absent without an idempotency key. */
  claim?: Claim | undefined
  fault: CallFault | undefined
}

export function serveApi(
  app: FastifyInstance,
  deps: ApiDeps,
  endpoints: readonly Endpoint[],
): void {
  const { state, keys, now } = deps
  const once = createIdempotencyKeys({ find: (name) => state.get('answers', name), now })
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint.method, endpoint.path)
    app.route<{ Params: { id?: string } }>({
      method: endpoint.method,
      url: endpoint.path,
      async handler(request, reply) {
        const caller = authenticate(request.headers.authorization, keys, endpoint.openTo)
        const claim = claimOf(endpoint, request, caller)
        if (claim !== undefined) reply.header('idempotency-key', claim.key)
        const rule = chooseFault(state, 'calls', operation)
        if (await applyFault(rule, 'before', reply, closing.signal)) return reply
        const work = { endpoint, request, caller, claim, fault: rule?.fault }
        const { answer: given, isReplayed } =
          claim === undefined
            ? { answer: await answer(deps, work), isReplayed: false }
            : await once.once(claim, () => answer(deps, work))
        if (await applyFault(rule, 'after', reply, closing.signal)) return reply
        if (isReplayed) {
          reply.header('idempotent-replayed', 'true').header('original-request', given.requestId)
        }
        return send(reply, given)
      },
    })
  }
}

function claimOf(
  { method }: Endpoint,
  request: FastifyRequest,
  caller: Caller,
): (Claim & { key: string }) | undefined {
  const key = request.headers['idempotency-key']?.toString()
  if (key === undefined || method === 'GET') return undefined
  if (key === '' || key.length > LONGEST_KEY) throw unusableKey()
  return {
    key,
    name: `${caller}:${key}`,
    endpoint: `${method} ${request.url.split('?', 1)[0]}`,
    parameters: hashBody(JSON.stringify(parseForm(textOf(request)))),
  }
}

/** Does the work and keeps its answer in one change, and waits until the change is on the disk. */
async function answer({ state, rules, now }: ApiDeps, work: Work): Promise<KeptResponse> {
  const { endpoint, request, caller, claim, fault } = work
  const params = readParams(parseForm(textOf(request)))
  const expanded = params.texts('expand')
  const occasion = occasionOf(caller === 'server' ? request.headers[TIME_HEADER] : undefined, {
    nowMs: now(),
    rules,
  })
  const effect = endpoint.prepare({
    params,
    id: request.params.id ?? '',
    caller,
    atMs: occasion.atMs,
  })
  params.finish()
  const cause = {
    id: request.id,
    idempotency_key: request.headers['idempotency-key']?.toString() ?? null,
  }

  function keep(change: Change, result: object): KeptResponse {
    const kept: KeptResponse = {
      endpoint: claim?.endpoint ?? '',
      parameters: claim?.parameters ?? '',
      requestId: request.id,
      status: result instanceof ApiError ? result.status : 200,
      body: JSON.stringify(
        result instanceof ApiError ? { error: result.body } : expand(change, result, expanded),
      ),
      atMs: now(),
    }
    if (claim !== undefined) change.put('answers', claim.name, kept)
    return kept
  }

  let kept: KeptResponse
  try {
    kept = state.change((change) => {
      if (fault === 'error_before') return keep(change, simulatedServerError())
      const result = effect({ change, cause, ...occasion })
      return keep(change, fault === 'error_after' ? simulatedServerError() : result)
    })
  } catch (error) {
    kept = state.change((change) => keep(change, asApiError(error, request)))
  }
  await state.durable()
  return kept
}

function send(reply: FastifyReply, { status, body }: KeptResponse): FastifyReply {
  // a repetition under the same key gets the same answer, so the client should not try
  if (status >= 500) reply.header('stripe-should-retry', 'false')
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** Headers of every answer of the API, and errors in the provider's shape. */
export function shapeResponses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('request-id', request.id)
      .header('stripe-version', API_VERSION)
      .header('cache-control', 'no-store')
  })
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = asApiError(error, request)
    return reply.code(status).send({ error: body })
  })
}

/** Any thrown error as an error of the API; an unforeseen one is logged and becomes a 500. */
function asApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  if (typeof status === 'number' && status < 500) {
    const message = `The request cannot be read (${status}): send application/x-www-form-urlencoded.`
    return new ApiError(400, { type: 'invalid_request_error', message })
  }
  request.log.error(error)
  return new ApiError(500, { type: 'api_error', message: 'The sandbox failed; see its log.' })
}

/** The parameters as sent: the body of a POST, the query of a GET. */
function textOf(request: FastifyRequest): string {
  if (request.method === 'GET') return request.url.split('?', 2)[1] ?? ''
  return typeof request.body === 'string' ? request.body : ''
}

function unusableKey(): ApiError {
  const message = `An idempotency key has 1 to ${LONGEST_KEY} characters.`
  return new ApiError(400, { type: 'idempotency_error', message })
}

/** Replaces ids in an intent, or in the intents of a list, by their objects, as far as the shop asks for them. */
function expand(change: Pick<Change, 'get'>, value: object, paths: string[]): object {
  return paths.reduce<object>((result, path) => {
    const [, list, field] = /^(data\.)?(latest_charge|payment_method)$/.exec(path) ?? []
    if (field === undefined) throw invalidParam('expand', `'${path}' cannot be expanded.`)
    if (list === undefined) return expandField(change, result, field)
    const items: unknown = Reflect.get(result, 'data')
    return {
      ...result,
      data: [items].flat().map((item) => expandField(change, Object(item), field)),
    }
  }, value)
}

function expandField(change: Pick<Change, 'get'>, value: object, field: string): object {
  const id: unknown = Reflect.get(value, field)
  if (typeof id !== 'string') return value
  const found =
    field === 'latest_charge' ? change.get('charges', id) : change.get('paymentMethods', id)?.method
  return { ...value, [field]: found }
}
