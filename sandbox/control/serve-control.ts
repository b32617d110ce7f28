import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKeys } from '../api/auth.ts'
import { ApiError } from '../api/errors.ts'
import { occasionOf, TIME_HEADER, type Rules } from '../payments/context.ts'
import type { State } from '../storage/state.ts'
import { refusedPage, sendPage } from '../pages/frame.ts'
import { isOwnPage, mayControl } from './access.ts'
import { actions, type Action } from './actions.ts'

export interface ControlDeps {
  state: State
  keys: ApiKeys
  rules: Rules
}

const ROOT = '/_sandbox'

interface Route {
  Params: { id?: string }
}

/** Serves the calls that control the sandbox: faults, and actions of a provider's dashboard. */
export function serveControl(app: FastifyInstance, deps: ControlDeps): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_: unknown, body: string) => body,
    )
    for (const action of actions) {
      scope.route<Route>({
        method: action.method,
        url: `${ROOT}${action.path}`,
        handler: (request, reply) => perform(action, request, reply, deps),
      })
    }
  })
}

async function perform(
  action: Action,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  { state, keys, rules }: ControlDeps,
): Promise<FastifyReply> {
  if (!mayControl(request, keys)) {
    throw refused(401, 'Only from this machine, or with the secret key.')
  }
  if (action.method !== 'GET' && !isOwnPage(request)) {
    throw refused(403, 'Not from the page of another site.')
  }
  const id = request.params.id ?? ''
  try {
    const body = typeof request.body === 'string' ? request.body : ''
    const work = action.prepare({ body, id })
    const cause = { id: request.id, idempotency_key: null }
    const occasion = occasionOf(request.headers[TIME_HEADER], {
      nowMs: state.now(),
      rules,
    })
    const made = state.change((change) => work({ change, cause, ...occasion }))
    await state.durable()
    if (isFromPage(request)) return reply.redirect(action.page?.(id, made) ?? '/', 303)
    return reply.send(made ?? action.report?.(state) ?? {})
  } catch (error) {
    if (!(error instanceof ApiError) || !isFromPage(request)) throw error
    return sendPage(reply, error.status, refusedPage(error.message, action.page?.(id) ?? '/'))
  }
}

function isFromPage({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && headers.accept?.includes('text/html') === true
}

function refused(status: number, message: string): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message })
}
