import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

export type CookieSettings = Pick<Config, 'cookieDomain' | 'publicUrl'>

export const SID = '__Host-sid'
/** Takes the session's place in the csrf token's context before login. */
export const PRE_SESSION = '__Host-pre'
/** Marks a device on which its owner has logged in before. */
export const DEVICE = '__Host-device'
/** Marks the browser that has asked for a registration code. */
export const ASKER = '__Host-asker'
export const CSRF = '_csrf'
export const USER_INFO = '_userInfo'
/** Written by the browser: where the visitor came from. */
export const USER_SOURCE = 'user_source'

const DAY_S = 24 * 60 * 60
const SESSION_COOKIE_S = 30 * DAY_S
/** A device unused for so long is no longer known. */
export const DEVICE_COOKIE_S = 180 * DAY_S

/** `__Host-` makes the browser refuse the cookie from any other host, sub-domains included. */
const hostOnly: CookieSerializeOptions = {
  path: '/',
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
}

/** The cookies that pages read; no secret in them. */
function readable({ cookieDomain, publicUrl }: CookieSettings): CookieSerializeOptions {
  return {
    path: '/',
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    ...(cookieDomain !== null && { domain: cookieDomain }),
  }
}

export function setSidCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(SID, token, { ...hostOnly, maxAge: SESSION_COOKIE_S })
}

export function setPreSessionCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(PRE_SESSION, token, hostOnly)
}

export function setDeviceCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(DEVICE, token, { ...hostOnly, maxAge: DEVICE_COOKIE_S })
}

/** For as long as the code lives. */
export function setAskerCookie(reply: FastifyReply, token: string, seconds: number): void {
  reply.setCookie(ASKER, token, { ...hostOnly, maxAge: seconds })
}

export function clearAskerCookie(reply: FastifyReply): void {
  reply.clearCookie(ASKER, hostOnly)
}

export function setCsrfCookie(reply: FastifyReply, settings: CookieSettings, token: string): void {
  reply.setCookie(CSRF, token, readable(settings))
}

/** Pages show the user as logged in while it is there; the server does not read it. */
export function setUserInfoCookie(
  reply: FastifyReply,
  settings: CookieSettings,
  user: { nickname: string; email: string },
): void {
  const value = JSON.stringify({ nickname: user.nickname, email: maskedEmail(user.email) })
  reply.setCookie(USER_INFO, value, { ...readable(settings), maxAge: SESSION_COOKIE_S })
}

export function clearLoginCookies(reply: FastifyReply, settings: CookieSettings): void {
  reply.clearCookie(SID, hostOnly)
  reply.clearCookie(USER_INFO, readable(settings))
}

/** `ann@example.com` → `a***@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(at, 1))}***${email.slice(at)}`
}
