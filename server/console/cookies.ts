import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'

/** The operator's session. A port is no boundary for cookies: the name differs from every cookie of the shop. */
export const OPERATOR_COOKIE = '__Host-op'
/** The browser that the csrf token is bound to. */
export const BROWSER_COOKIE = '__Host-op-browser'
/** The challenge that the next passkey answers. */
export const CHALLENGE_COOKIE = '__Host-op-challenge'

/** `__Host-` makes the browser refuse the cookie from any other host, sub-domains included. */
const STRICT: CookieSerializeOptions = {
  path: '/',
  httpOnly: true,
  secure: true,
  sameSite: 'strict',
}

export function setOperatorCookie(reply: FastifyReply, token: string, expires: Date): void {
  reply.setCookie(OPERATOR_COOKIE, token, { ...STRICT, expires })
}

export function clearOperatorCookie(reply: FastifyReply): void {
  reply.clearCookie(OPERATOR_COOKIE, STRICT)
}

export function setBrowserCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(BROWSER_COOKIE, token, STRICT)
}

export function setChallengeCookie(reply: FastifyReply, value: string, maxAge: number): void {
  reply.setCookie(CHALLENGE_COOKIE, value, { ...STRICT, maxAge })
}

export function clearChallengeCookie(reply: FastifyReply): void {
  reply.clearCookie(CHALLENGE_COOKIE, STRICT)
}
