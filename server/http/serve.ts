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
        // parsing the answer strips what the contract does not name: no column leaks
        return { statusCode: 200, message: 'ok', data: endpoint.output.parse(data) }
      },
    })
  }
}

function parse(endpoint: Endpoint, request: FastifyRequest): unknown {
  const source = endpoint.method === 'GET' ? request.query : request.body
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    throw new AppError('VALIDATION')
  }
  const params = typeof request.params === 'object' ? request.params : {}
  const parsed = endpoint.input.safeParse({ ...source, ...params })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.')
    if (field !== '') fields[field] ??= message
  }
  const [first] = parsed.error.issues
  throw new AppError('VALIDATION', { fields, ...(first && { message: first.message }) })
}
