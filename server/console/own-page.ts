import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/app-error.ts'
import { computeMac, derivePurposeKeys, isSameText } from '../http/keys.ts'
import { createToken, isToken } from '../http/sessions/session.ts'
import { BROWSER_COOKIE, setBrowserCookie } from './cookies.ts'

/** Whether calls come from the console's own pages. */
export interface OwnPage {
  /** The token for the header `x-console-csrf`, bound to a cookie of this browser that no page can read. */
  token(request: FastifyRequest, reply: FastifyReply): string
  /** Throws CSRF or UNSUPPORTED_MEDIA unless a POST comes from our own page with this browser's token as JSON. */
  check(request: FastifyRequest): void
  /**
   * Throws CSRF for a GET that a page of another origin has sent: it could not read the answer, but it would keep the
   * session from ending and could measure how long the answer takes.
   */
  checkRead(request: FastifyRequest): void
}

/**
 * A strict cookie is sent from another port of the same host, so the port has to be checked: browsers call that
 * `same-site`, and only `same-origin` with our exact origin is let in.
 */
export function createOwnPage({ secretKey, url }: { secretKey: string; url: string }): OwnPage {
  const keys = derivePurposeKeys(secretKey, 'console-csrf')
  const { origin } = new URL(url)
  const tokensOf = (browser: string) =>
    keys.map((key) => computeMac(key, browser).toString('base64url'))
  return {
    token(request, reply) {
      const known = request.cookies[BROWSER_COOKIE]
      if (isToken(known)) return tokensOf(known)[0]!
      const browser = createToken()
      setBrowserCookie(reply, browser)
      return tokensOf(browser)[0]!
    },
    check({ headers, cookies }) {
      const browser = cookies[BROWSER_COOKIE]
      const sent = headers['x-console-csrf']
      const isOwn =
        headers['sec-fetch-site'] === 'same-origin' &&
        headers.origin === origin &&
        isToken(browser) &&
        typeof sent === 'string' &&
        tokensOf(browser).some((token) => isSameText(sent, token))
      if (!isOwn) throw new AppError('CSRF')
      if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
        throw new AppError('UNSUPPORTED_MEDIA')
      }
    },
    checkRead({ headers }) {
      if (isForeign(headers['sec-fetch-site'])) throw new AppError('CSRF')
    },
  }
}

/** Whether the browser says that a page of another origin has sent the request; programs and typed addresses are none. */
export function isForeign(site: string | string[] | undefined): boolean {
  return site === 'same-site' || site === 'cross-site'
}
