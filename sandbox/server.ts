import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { AddressInfo } from 'node:net'
import { allowOrigins } from './api/auth.ts'
import { endpoints } from './api/endpoints.ts'
import { ApiError } from './api/errors.ts'
import { parseForm } from './api/form.ts'
import { serveApi, shapeResponses } from './api/serve-api.ts'
import { serveControl } from './control/serve-control.ts'
import { servePages } from './pages/serve-pages.ts'
import { expireChallenge } from './payments/challenge.ts'
import { newId, type Context, type Rules } from './payments/context.ts'
import { settleIntent } from './payments/outcome.ts'
import { settleRefund } from './payments/refunds.ts'
import { createState, type State } from './storage/state.ts'
import type { Task } from './storage/tables.ts'
import { startTaskRunner, type TaskHandlers } from './webhooks/task-runner.ts'
import { deliverEvent, type Webhook } from './webhooks/deliver-event.ts'

export interface SandboxOptions {
  /** Holds the state; made when it is not there. One process at a time. */
  dir: string
  /** 0, the default, takes any free port. */
  port?: number
  /** By default reachable from this machine alone. */
  host?: string
  secretKey: string
  publishableKey: string
  /** Absent: events are recorded and not sent. */
  webhook?: Webhook
  /** Where browsers reach the sandbox; by default its own address. */
  publicUrl?: string
  /** Origins whose pages may call the API. */
  allowOrigins?: string[]
  /** The time until a slow payment or a pending refund is decided. */
  processingMs?: number
  /** The longest silence on a connection. */
  idleMs?: number
  logger?: FastifyServerOptions['logger']
  /** Called when the state cannot be written any more: nothing is acknowledged, and the process has to end. */
  onFailure?: (error: Error) => void
}

export interface RunningSandbox {
  url: string
  port: number
  close(): Promise<void>
}

const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 15_000
/** No call takes so long: a reader that takes in nothing is ended. */
const IDLE_MS = 60_000
const PROCESSING_MS = 3000

/** Starts the sandbox on its folder and continues the tasks that an earlier run left. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const opening = Promise.withResolvers<void>()
  opening.promise.catch(() => undefined)
  const app = createApp(options, opening.promise)
  const state = createState({
    dir: options.dir,
    now: () => Date.now(),
    onFailure(error) {
      app.log.fatal(error)
      options.onFailure?.(error)
    },
  })
  const rules: Rules = {
    publicUrl: options.publicUrl?.replace(/\/$/, '') ?? '',
    sendsWebhooks: options.webhook !== undefined,
    processingMs: options.processingMs ?? PROCESSING_MS,
  }
  const { now } = state
  const deps = { state, keys: options, rules, now }
  serveApi(app, deps, endpoints)
  serveControl(app, deps)
  servePages(app, { ...deps, webhookUrl: options.webhook?.url ?? null })

  // The port comes before the folder: a second start by mistake ends here, the first one unharmed.
  let port: number
  try {
    await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' })
    port = addressOf(app.server.address()).port
    rules.publicUrl ||= `http://localhost:${port}`
    state.open()
    opening.resolve()
  } catch (error) {
    opening.reject(error)
    await app.close()
    throw error
  }

  const taskRunner = startTaskRunner({
    state,
    now,
    onError: (error) => app.log.error(error),
    handlers: taskHandlers(state, rules, options.webhook),
  })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      await taskRunner.close()
      await app.close()
      await state.close()
    },
  }
}

function createApp(options: SandboxOptions, opened: Promise<void>): FastifyInstance {
  const app = Fastify({
    logger: options.logger ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: options.idleMs ?? IDLE_MS,
    genReqId: () => newId('req', 14),
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: parseForm },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => body,
  )
  app.addHook('onRequest', () => opened)
  shapeResponses(app)
  app.addHook('onRequest', async ({ url }) => {
    // otherwise it is read as the id of an object
    if (!/^\/v1\/\w+\/search\b/.test(url)) return
    const message = 'The sandbox has no search: list the objects and filter them.'
    throw new ApiError(404, { type: 'invalid_request_error', message })
  })
  allowOrigins(app, options.allowOrigins ?? [])
  app.setNotFoundHandler((request) => {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      message: `There is no ${request.method} ${request.url.split('?', 1)[0]} in the sandbox.`,
    })
  })
  return app
}

function taskHandlers(state: State, rules: Rules, webhook: Webhook | undefined): TaskHandlers {
  const cause = { id: null, idempotency_key: null }
  const withContext =
    (work: (context: Context, subject: string) => void) =>
    async ({ subject }: Task): Promise<void> => {
      state.change((change) => work({ change, atMs: state.now(), cause, rules }, subject))
    }
  return {
    settle: withContext(settleIntent),
    expire: withContext(expireChallenge),
    refund: withContext(settleRefund),
    ...(webhook === undefined
      ? {}
      : { deliver: (task, stop) => deliverEvent({ state, webhook }, task, stop) }),
  }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address
}
