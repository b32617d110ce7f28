import type { FastifyInstance, InjectOptions } from 'fastify'
import { api } from '#contract/api.ts'
import type { Endpoint, CallInputOf, OutputOf } from '#contract/endpoint.ts'
import { CSRF_COOKIE } from '../http/cookies.ts'

export interface Answer<Data> {
  status: number
  /** `data` is typed as a success has it; a failure's is null. What is no JSON stands in `message`. */
  body: {
    statusCode: number
    code?: string
    message: string
    data: Data
    fields?: Record<string, string>
    requestId?: string
  }
  headers: Record<string, string | string[] | number | undefined>
}

interface CallOptions {
  headers?: Record<string, string>
  /** False sends no token; a text is sent instead of the cookie's. */
  csrf?: boolean | string
}

/** A client that behaves like a browser: keeps cookies, sends its origin, fetches its csrf token. */
export interface Client {
  readonly cookies: Map<string, string>
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInputOf<E>,
    options?: CallOptions,
  ): Promise<Answer<OutputOf<E>>>
  /** Sends any request with this browser's cookies; `data` is not checked. */
  send(options: InjectOptions): Promise<Answer<unknown>>
}

export interface Visitor {
  ip?: string
  userAgent?: string
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export function createClient(
  app: FastifyInstance,
  { ip = '127.0.0.1', userAgent = FIREFOX }: Visitor = {},
): Client {
  const cookies = new Map<string, string>()

  async function send(options: InjectOptions): Promise<Answer<unknown>> {
    const response = await app.inject({
      remoteAddress: ip,
      ...options,
      headers: {
        'user-agent': userAgent,
        'sec-fetch-site': 'same-origin',
        ...(cookies.size > 0 && { cookie: cookieHeader(cookies) }),
        ...options.headers,
      },
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    const isJson = response.body.startsWith('{')
    return {
      status: response.statusCode,
      body: isJson ? response.json() : { statusCode: 0, message: response.body, data: null },
      headers: response.headers,
    }
  }

  return {
    cookies,
    send,
    async call<E extends Endpoint>(
      endpoint: E,
      input: CallInputOf<E>,
      { headers = {}, csrf = true }: CallOptions = {},
    ) {
      const isUnsafe = endpoint.method === 'POST' || endpoint.unsafe === true
      if (isUnsafe && csrf === true && !cookies.has(CSRF_COOKIE)) {
        await send({ method: 'GET', url: api.site.csrfToken.path })
      }
      const token = csrf === true ? cookies.get(CSRF_COOKIE) : csrf
      const { url, rest } = addressOf(endpoint, input)
      const answer = await send({
        method: endpoint.method,
        url,
        ...(endpoint.method === 'POST' ? { payload: rest } : { query: queryOf(rest) }),
        headers: {
          ...(typeof token === 'string' && { 'x-csrf-token': token }),
          ...headers,
        },
      })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has parsed it by this schema
      return answer as Answer<OutputOf<E>>
    },
  }
}

/** Fills `:name` segments from the input; the rest is the query or the body. */
function addressOf(endpoint: Endpoint, input: unknown) {
  const rest: Record<string, unknown> =
    typeof input === 'object' && input !== null ? { ...input } : {}
  const url = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  return { url, rest }
}

function queryOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

function cookieHeader(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
}
