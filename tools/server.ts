import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { ApiError, toApiError } from './api/api-error.ts'
import { createOwners } from './api/owners.ts'
import { createJournal } from './chat/journal.ts'
import { chatRoutes } from './chat/chat-routes.ts'
import { createStandIn } from './chat/stand-in.ts'
import type { Upstream } from './chat/upstream.ts'
import type { ToolsConfig } from './config.ts'
import type { ToolsDeps } from './deps.ts'
import { serveAssets } from './pages/assets.ts'
import { createPages } from './pages/pages.ts'
import { toolRoutes } from './pages/tool-routes.ts'
import { createPictureReader } from './pictures/picture-reader.ts'
import { pictureRoutes } from './pictures/picture-routes.ts'
import { createPictureRunner } from './pictures/run-pictures.ts'
import { createRequestShop } from './shop/request-shop.ts'
import { createShop } from './shop/shop.ts'
import { sendUsageLabels } from './shop/usage-labels.ts'
import { createCookieJar } from './sign-on/cookies.ts'
import { createOpenId } from './sign-on/open-id.ts'
import { signOnRoutes } from './sign-on/sign-on-routes.ts'
import { createSessions } from './sign-on/sessions.ts'

/** Forms and tokens; chat and pictures have limits of their own. */
const BODY_LIMIT_BYTES = 64 * 1024
/** Pictures come from phones: 40 MB in a minute. */
const REQUEST_TIMEOUT_MS = 60_000
/** No answer is silent for so long: a reader that takes in nothing is ended. */
const IDLE_MS = 120_000
const IS_API = /^\/v1\//
/** Paths whose answers are no documents. */
const IS_CALL = /^\/(v1|jobs|me|backchannel-logout)\b/

/** The site, ready to listen. Throws when its built files are missing. */
export async function buildToolsApp(
  config: ToolsConfig,
  { logger = false }: Pick<FastifyServerOptions, 'logger'> = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_MS,
    trustProxy: 'loopback',
    // Node looks for connections beyond these limits every 30 s by default
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    // when the running jobs have ended
    forceCloseConnections: true,
  })
  const { shop: shopAddress, publicUrl, clientId, clientSecret, appKey } = config
  const requestShop = createRequestShop({ url: shopAddress.url, appKey })
  const shop = createShop(requestShop)
  // not awaited: the site serves while the shop starts
  app.addHook('onListen', async () => void sendUsageLabels(requestShop, app.log))
  const pictureReader = createPictureReader()
  const { runPictures, drain } = createPictureRunner({ shop, reader: pictureReader, log: app.log })
  if (pictureReader.missing.length > 0)
    app.log.warn(`pictures cannot be read, not installed: ${pictureReader.missing.join(', ')}`)
  app.addHook('preClose', drain)
  app.addHook('onClose', () => pictureReader.close())
  await app.register(cookie)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  admitOrigins(app, config)
  const [sessions, cookies] = [createSessions(), createCookieJar(config)]
  const deps: ToolsDeps = {
    ...{ config, shop, sessions, cookies, pictureReader, runPictures },
    openId: createOpenId({ shopUrl: shopAddress.url, publicUrl, clientId, clientSecret }),
    owners: createOwners({ shop, sessions, cookies, publicUrl }),
    pages: createPages(config, await serveAssets(app)),
  }
  answerFailures(app, deps)
  app.get('/healthz', async () => ({ status: 'ok' }))
  toolRoutes(app, deps)
  signOnRoutes(app, deps)
  await app.register((scope) => pictureRoutes(scope, deps))
  const upstream = config.upstream ?? (await startStandIn(app))
  const path = config.dataDir && join(config.dataDir, 'chats.jsonl')
  if (path === null)
    app.log.warn('no TOOLS_DATA: a restart forgets what chats under way have held and cost')
  chatRoutes(app, { ...deps, upstream, journal: createJournal({ path, log: app.log }) })
  return app
}

/** Without a model of the operator's own. It ends with the site. */
async function startStandIn(app: FastifyInstance): Promise<Upstream> {
  const standIn = createStandIn()
  app.addHook('onClose', () => standIn.close())
  const address = await standIn.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${address}/v1`, key: 'none' }
}

/**
 * A page of another site must not act for the user, but may be a client of the API: its key travels in a header, and
 * a session counts for our own pages alone. Programs and the shop name no origin.
 */
function admitOrigins(app: FastifyInstance, { publicUrl }: ToolsConfig): void {
  app.addHook('onRequest', async ({ method, headers, url }, reply) => {
    void reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    if (IS_API.test(url)) return void reply.header('access-control-allow-origin', '*')
    const { origin, 'sec-fetch-site': site } = headers
    const isForeign =
      (origin !== undefined && origin !== publicUrl) ||
      (typeof site === 'string' && !['same-origin', 'none'].includes(site))
    if (method === 'POST' && isForeign) throw new ApiError('invalid_request')
  })
  app.options('/v1/*', (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-headers': 'authorization, *',
        'access-control-allow-methods': 'GET, POST',
        'access-control-max-age': '600',
      })
      .send(),
  )
}

function answerFailures(app: FastifyInstance, { pages }: Pick<ToolsDeps, 'pages'>): void {
  app.setNotFoundHandler((request, reply) => {
    if (!IS_CALL.test(request.url)) return pages.sendProblem(reply, 'not-found')
    const { body, status } = new ApiError('not_found')
    return reply.code(status).send(body)
  })
  app.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfter } = toApiError(error)
    if (status >= 500) request.log.error({ err: error }, 'a request failed')
    if (!IS_CALL.test(request.url))
      return pages.sendProblem(reply, status < 500 ? 'wrong-request' : 'broken')
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
    return reply.code(status).header('cache-control', 'no-store').send(body)
  })
}
