import type { ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { SESSION_COOKIE } from '../../http/cookies.ts'
import { toAppError } from '../../http/failures/answer-failure.ts'
import { addressBuckets } from '../../http/limits/address-keys.ts'
import { fileHeaders } from '../../http/pages/document-headers.ts'
import { readSession, type Session } from '../../http/sessions/session.ts'
import { withSession } from './current-session.ts'
import { createProviderOpener, type OpenProvider } from './open-provider.ts'
import { PAGE_SCRIPT_PATH, PAGE_SCRIPT } from './pages/document.ts'
import type { SignOnFailure } from './pages/failure-page.ts'
import { createPages } from './pages/pages.ts'
import { isOwnForm, sendPage, serveSteps } from './serve-steps.ts'
import { APPLICATION_PATHS, LOG_OUT_ANSWER_PATH, PROVIDER_PATHS } from './paths.ts'
import { defineLimits } from '../../http/limits/limit.ts'

const signOnLimits = defineLimits({
  /** Sign-ons and log-outs of visitors who are not logged in, by network address: each leaves a record for up to half an hour. */
  signOnIp: { times: 300, seconds: 10 * 60 },
  /** The same of a user who is logged in. */
  signOnUser: { times: 300, seconds: 10 * 60 },
})

type Needs = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content' | 'limits'>

interface Options {
  /** Turns a style sheet into the operator's colours; null: those of the design. */
  recolor?: ((style: string) => string) | null
  /** How long a node goes on with the keys that it has read. */
  keysKeptMs?: number
}

/** Sign-on by OpenID Connect, and the provider for what runs beside requests. */
export function signOnRoutes(
  deps: Needs,
  { recolor = null, ...timing }: Options = {},
): { routes: FastifyPluginAsync; openProvider: OpenProvider } {
  const pages = createPages(deps, recolor)
  const openProvider = createProviderOpener(deps, pages, timing)

  async function routes(app: FastifyInstance): Promise<void> {
    await app.register(cookie)
    app.setErrorHandler((error, request, reply) => {
      const { code, status, details } = toAppError(error)
      if (code === 'NOT_FOUND') return reply.callNotFound()
      if (status >= 500) request.log.error({ err: error }, 'a sign-on failed')
      if (details.retryAfter !== undefined)
        void reply.header('retry-after', String(Math.ceil(details.retryAfter)))
      return sendPage(reply.code(status), pages.failure(toFailure(status)))
    })
    app.get(PAGE_SCRIPT_PATH, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=3600', ...fileHeaders(deps.config) })
        .type('text/javascript; charset=utf-8')
        .send(PAGE_SCRIPT),
    )
    serveSteps(app, deps, { openProvider, pages })
    await app.register(providerRoutes)
  }

  async function providerRoutes(app: FastifyInstance): Promise<void> {
    // the library reads the body itself
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const url of PROVIDER_PATHS) {
      app.all(url, async (request, reply) => {
        const provider = await openProvider()
        if (provider === null) return reply.callNotFound()
        if (pathOf(request) === LOG_OUT_ANSWER_PATH && !isOwnForm(request))
          return sendPage(reply.code(400), pages.failure('wrong-request'))
        const session = await readSession(deps, request.cookies[SESSION_COOKIE])
        await limitRecords(request, session)
        // the library answers on the raw response, where the framework sets no headers
        for (const [name, value] of Object.entries(fileHeaders(deps.config)))
          reply.raw.setHeader(name, value)
        reply.hijack()
        ageCookies(reply.raw)
        await withSession(session, () => provider.handle(request.raw, reply.raw))
      })
    }
  }

  async function limitRecords(request: FastifyRequest, session: Session | null) {
    // the library also takes other spellings of its addresses: what is not known to leave no record counts
    if (APPLICATION_PATHS.has(pathOf(request))) return
    const buckets =
      session === null
        ? addressBuckets(signOnLimits.signOnIp, request.ip)
        : [{ limit: signOnLimits.signOnUser, key: session.userId }]
    await deps.limits.consumeAll(buckets)
  }

  return { routes, openProvider }
}

/**
 * Gives the library's cookies their age. It says by the server's clock when they end, which WebKit compares with the
 * visitor's: one that was half an hour ahead could not log in to an application.
 */
function ageCookies(raw: ServerResponse): void {
  const setHeader = raw.setHeader.bind(raw)
  raw.setHeader = (name, value) =>
    setHeader(
      name,
      name.toLowerCase() === 'set-cookie' && Array.isArray(value) ? value.map(withAge) : value,
    )
}

function withAge(line: string): string {
  const [, end] = /; expires=([^;]+)/i.exec(line) ?? []
  if (end === undefined || /; max-age=/i.test(line)) return line
  const seconds = Math.round((Date.parse(end) - Date.now()) / 1_000)
  return `${line}; max-age=${Math.max(0, seconds)}`
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}

function toFailure(status: number): SignOnFailure {
  if (status === 429) return 'rate-limited'
  if (status === 503) return 'unavailable'
  return status >= 500 ? 'broken' : 'wrong-request'
}
