import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { CSRF_COOKIE, PRE_SESSION_COOKIE, setCsrfCookie, setPreSessionCookie } from '../cookies.ts'
import { AppError } from '../app-error.ts'
import { computeMac, derivePurposeKeys, isSameText } from '../keys.ts'
import { hashToken, isToken, createToken } from '../sessions/session.ts'

/**
 * Signed double submit: the token is a nonce and HMAC(key, context, nonce), sent twice, as the cookie
 * `_csrf` and as a header. The context is the session, or before login a cookie that pages cannot
 * read, so a pair that another site or sub-domain plants is refused.
 */
export interface Csrf {
  /** Sets `_csrf` for this visitor, or for the session that begins with `sid`; returns the token. */
  issue(request: FastifyRequest, reply: FastifyReply, sid?: string): string
  /** Throws CSRF unless the call comes from our own pages with the token of its context. */
  check(request: FastifyRequest): void
}

declare module 'fastify' {
  interface FastifyInstance {
    csrf: Csrf
  }
}

export function createCsrf(config: Config): Csrf {
  const keys = derivePurposeKeys(config.secretKey, 'csrf')
  const origins = new Set([new URL(config.publicUrl).origin, ...config.corsOrigins])

  function contextOf(request: FastifyRequest): string | null {
    if (request.session) return sessionContext(request.session.tokenHash)
    const pre = request.cookies[PRE_SESSION_COOKIE]
    return isToken(pre) ? visitorContext(pre) : null
  }

  function newContext(reply: FastifyReply): string {
    const pre = createToken()
    setPreSessionCookie(reply, pre)
    return visitorContext(pre)
  }

  function isOurPage({ headers, host }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site']
    const { origin } = headers
    if (site === 'same-origin') return true
    if (origin !== undefined)
      return origins.has(origin) || (site === undefined && hostOf(origin) === host)
    // no browser of today leaves out both on an unsafe call; other programs still need the token
    return site === undefined
  }

  return {
    issue(request, reply, sid) {
      const context =
        sid === undefined
          ? (contextOf(request) ?? newContext(reply))
          : sessionContext(hashToken(sid))
      const nonce = randomBytes(16).toString('base64url')
      const token = `${nonce}.${computeMac(keys[0]!, context, nonce).toString('base64url')}`
      setCsrfCookie(reply, config, token)
      return token
    },
    check(request) {
      const header = request.headers['x-csrf-token']
      const context = contextOf(request)
      if (
        !isOurPage(request) ||
        typeof header !== 'string' ||
        context === null ||
        !csrfCookies(request).some((cookie) => isSameText(header, cookie))
      ) {
        throw new AppError('CSRF')
      }
      const [nonce = '', mac = ''] = header.split('.')
      if (
        !keys.some((key) => isSameText(mac, computeMac(key, context, nonce).toString('base64url')))
      )
        throw new AppError('CSRF')
    },
  }
}

/** Runs before bodies are parsed, so that a forged call learns nothing from a 400. */
export function useCsrf(app: FastifyInstance, config: Config): void {
  const csrf = createCsrf(config)
  app.decorate('csrf', csrf)
  app.addHook('onRequest', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint?.method === 'POST' || endpoint?.unsafe) csrf.check(request)
    done()
  })
}

function sessionContext(tokenHash: Buffer): string {
  return `session:${tokenHash.toString('base64url')}`
}

function visitorContext(pre: string): string {
  return `visitor:${pre}`
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/** All cookies of the name: another site of the domain may have set one, which browsers may send before ours. */
function csrfCookies({ headers }: FastifyRequest): string[] {
  const pairs = (headers.cookie ?? '').split(/; */)
  const prefix = `${CSRF_COOKIE}=`
  return pairs.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length))
}
