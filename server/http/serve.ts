import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from './app-error.ts'
import type { Session } from './sessions/session.ts'

export interface EndpointCall<E extends Endpoint> {
  input: InputOf<E>
  session: E['session'] extends 'required' ? Session : Session | null
  request: FastifyRequest
  reply: FastifyReply
}

/** One handler for each call of a contract group; TypeScript refuses a group with one missing. */
export type Handlers<Group extends Record<string, Endpoint>> = {
  [Name in keyof Group]: (call: EndpointCall<Group[Name]>) => Promise<OutputOf<Group[Name]>>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that this route serves. */
    endpoint?: Endpoint
  }
}

/** Reads bodies of forms as well as JSON; a field that comes twice is a list, which no field takes. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  )
}

function parseForm(text: string): Record<string, string | string[]> {
  const given = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const values = given.getAll(name)
      return [name, values.length === 1 ? values[0]! : values]
    }),
  )
}

/** Serves a contract group: session check, parsing, handler, envelope. */
export function serveEndpoints<Group extends Record<string, Endpoint>>(
  app: FastifyInstance,
  group: Group,
  handlers: Handlers<Group>,
): void {
  for (const [name, endpoint] of Object.entries(group)) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      // after the hooks of the whole server (session, csrf), before the body is read
      onRequest(request, reply, done) {
        reply.header('cache-control', 'no-store')
        if (endpoint.session === 'required' && request.session === null) {
          throw new AppError('UNAUTHENTICATED')
        }
        done()
      },
      async handler(request, reply) {
        const { session } = request
        const input = parse(endpoint, request)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- input was parsed by this very endpoint
        const call = { input, session, request, reply } as EndpointCall<Group[string]>
        const data = await handlers[name]!(call)
        // the handler has sent a file
        if (reply.raw.headersSent) return reply
        // parsing the answer strips what the contract does not name: no column leaks
        return { statusCode: 200, message: 'ok', data: endpoint.output.parse(data) }
      },
    })
  }
}

function parse({ method, input }: Endpoint, request: FastifyRequest): unknown {
  const source = method === 'GET' ? withoutEmpty(request.query) : request.body
  return parseInput(input, source, typeof request.params === 'object' ? request.params : {})
}

/** A field of a query without a value is not given. */
function withoutEmpty(query: unknown): object {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''))
}

/** Parses a query or body together with the path's parameters. Throws VALIDATION, which names the wrong fields. */
export function parseInput(
  schema: Endpoint['input'],
  source: unknown,
  params: object | null,
): unknown {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    throw new AppError('VALIDATION')
  }
  const parsed = schema.safeParse({ ...source, ...params })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.')
    if (field !== '') fields[field] ??= message
  }
  const [first] = parsed.error.issues
  throw new AppError('VALIDATION', { fields, ...(first && { message: first.message }) })
}
