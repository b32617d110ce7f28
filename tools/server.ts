import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { ToolsConfig } from './config.ts'
import { createJournal } from './chat/journal.ts'
import { serveChat } from './chat/serve-chat.ts'
import { createStandIn } from './chat/stand-in.ts'
import type { Upstream } from './chat/upstream.ts'
import { createConverter } from './conversions/converter.ts'
import type { ToolsDeps } from './deps.ts'
import { customerApi } from './jobs/api.ts'
import { JobError, toJobError } from './jobs/job-error.ts'
import { pageJobs } from './jobs/page-jobs.ts'
import { pictureRoutes } from './jobs/picture-routes.ts'
import { createJobRunner } from './jobs/run-job.ts'
import { createPictureRunner } from './jobs/run-pictures.ts'
import { createWrongKeys } from './jobs/wrong-keys.ts'
import { serveAssets } from './pages/assets.ts'
import { createPages } from './pages/pages.ts'
import { toolRoutes } from './pages/tool-routes.ts'
import { createPictureReader } from './pictures/picture-reader.ts'
import { createRequestShop } from './shop/request-shop.ts'
import { createShop } from './shop/shop.ts'
import { sendUsageLabels } from './shop/usage-labels.ts'
import { createCookieJar } from './sign-on/cookies.ts'
import { createOpenId } from './sign-on/open-id.ts'
import { signOnRoutes } from './sign-on/routes.ts'
import { createSessions } from './sign-on/sessions.ts'

/** The longest text in three bytes a character, with room for white space and escapes. */
const BODY_LIMIT_BYTES = 512 * 1024
/** Pictures come from phones: 40 MB in a minute. */
const REQUEST_TIMEOUT_MS = 60_000
/** No job is silent for so long: a reader that takes in nothing is ended. */
const IDLE_MS = 120_000
/** Paths whose answers are documents. */
const IS_CALL = /^\/(v1|jobs|me|prepare|backchannel-logout)\b/

/** The site, ready to listen. Throws when its built files are missing. */
export async function buildToolsApp(
  config: ToolsConfig,
  { logger = false }: { logger?: FastifyServerOptions['logger'] } = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logger ?? false,
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
  const converter = createConverter()
  const jobs = createJobRunner({ shop, converter, log: app.log })
  const pictureReader = createPictureReader()
  const pictureJobs = createPictureRunner({ shop, reader: pictureReader, converter, log: app.log })
  if (pictureReader.missing.length > 0)
    app.log.warn(`pictures cannot be read, not installed: ${pictureReader.missing.join(', ')}`)
  app.addHook('preClose', async () => void (await Promise.all([jobs.drain(), pictureJobs.drain()])))
  app.addHook(
    'onClose',
    async () => void (await Promise.all([converter.close(), pictureReader.close()])),
  )
  await app.register(cookie)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  refuseForeignPosts(app, config)
  const pages = createPages(config, await serveAssets(app))
  const deps: ToolsDeps = {
    ...{ config, shop, converter, pictureReader, pages },
    openId: createOpenId({ shopUrl: shopAddress.url, publicUrl, clientId, clientSecret }),
    sessions: createSessions(),
    cookies: createCookieJar(config),
    runJob: jobs.runJob,
    runPictures: pictureJobs.runPictures,
  }
  answerFailures(app, deps)
  app.get('/healthz', async () => ({ status: 'ok' }))
  toolRoutes(app, deps)
  signOnRoutes(app, deps)
  pageJobs(app, deps)
  const wrongKeys = createWrongKeys()
  customerApi(app, { ...deps, wrongKeys })
  await app.register((scope) => pictureRoutes(scope, { ...deps, wrongKeys }))
  const upstream = config.upstream ?? (await startStandIn(app))
  const path = config.dataDir && join(config.dataDir, 'chats.jsonl')
  if (path === null)
    app.log.warn('no TOOLS_DATA: a restart forgets what chats under way have held and cost')
  const journal = createJournal({ path, log: app.log })
  await serveChat(app, { ...deps, upstream, wrongKeys, journal })
  return app
}

/** Without a model of the operator's own. It ends with the site. */
async function startStandIn(app: FastifyInstance): Promise<Upstream> {
  const standIn = createStandIn()
  app.addHook('onClose', () => standIn.close())
  const address = await standIn.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${address}/v1`, key: 'none' }
}

/** A page of another site must not act for the user; programs and the shop send neither header. */
function refuseForeignPosts(app: FastifyInstance, { publicUrl }: ToolsConfig): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    if (request.method !== 'POST') return
    const { origin, 'sec-fetch-site': site } = request.headers
    const isForeign =
      (origin !== undefined && origin !== publicUrl) ||
      (typeof site === 'string' && !['same-origin', 'none'].includes(site))
    if (isForeign && !request.url.startsWith('/v1/')) throw new JobError('VALIDATION')
  })
}

function answerFailures(app: FastifyInstance, { pages }: Pick<ToolsDeps, 'pages'>): void {
  app.setNotFoundHandler((request, reply) => {
    if (!IS_CALL.test(request.url)) return pages.sendProblem(reply, 'not-found')
    const { failure, status } = new JobError('NOT_FOUND')
    return reply.code(status).send(failure)
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const jobError = toKnownError(error)
    const { failure, status } = jobError
    if (failure.code === 'INTERNAL') request.log.error({ err: error }, 'a request failed')
    if (!IS_CALL.test(request.url))
      return pages.sendProblem(reply, status < 500 ? 'wrong-request' : 'broken')
    if (failure.retryAfter !== undefined) void reply.header('retry-after', failure.retryAfter)
    return reply.code(status).header('cache-control', 'no-store').send(failure)
  })
}

/** Refusals of the framework: a body that is too large, or no JSON. */
function toKnownError(error: Error & { statusCode?: number }): JobError {
  if (error.statusCode === 413) return new JobError('TEXT_TOO_LONG')
  if (error.statusCode !== undefined && error.statusCode < 500) return new JobError('VALIDATION')
  return toJobError(error)
}
