import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'
import { sha256 } from '../lib/sha256.ts'

export type CookieSettings = Pick<Config, 'cookieDomain' | 'publicUrl'>

export const SESSION_COOKIE = '__Host-sid'
/** Binds the CSRF token to the browser before login. */
export const PRE_SESSION_COOKIE = '__Host-pre'
/** Marks a device on which its owner has logged in before. */
export const DEVICE_COOKIE = '__Host-device'
/** Identifies the browser that has requested a registration code. */
export const REGISTRATION_COOKIE = '__Host-asker'
/** A login whose password was right and whose second factor is still to come. */
export const SECOND_LOGIN_COOKIE = '__Host-second'
/** The challenge that the next passkey answers. */
export const CHALLENGE_COOKIE = '__Host-challenge'
export const CSRF_COOKIE = '_csrf'
export const USER_INFO_COOKIE = '_userInfo'
/** Written by the browser: where the visitor came from. */
export const SOURCE_COOKIE = 'user_source'

/** Of the mark by which pages tell users apart. */
const USER_MARK_LENGTH = 12

const DAY_S = 24 * 60 * 60
const SESSION_COOKIE_S = 30 * DAY_S
/** A device is forgotten when it was not used for this long. */
export const DEVICE_COOKIE_S = 180 * DAY_S

/** `__Host-` makes the browser refuse the cookie from any other host, sub-domains included. */
const hostOnly: CookieSerializeOptions = {
  path: '/',
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
}

/** Options of cookies that pages read; they contain no secret. */
function readable({ cookieDomain, publicUrl }: CookieSettings): CookieSerializeOptions {
  return {
    path: '/',
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    ...(cookieDomain !== null && { domain: cookieDomain }),
  }
}

export function setSessionCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...hostOnly, maxAge: SESSION_COOKIE_S })
}

export function setPreSessionCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(PRE_SESSION_COOKIE, token, hostOnly)
}

export function setDeviceCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(DEVICE_COOKIE, token, { ...hostOnly, maxAge: DEVICE_COOKIE_S })
}

/** Sets the cookie for as long as the code is valid. */
export function setRegistrationCookie(reply: FastifyReply, token: string, seconds: number): void {
  reply.setCookie(REGISTRATION_COOKIE, token, { ...hostOnly, maxAge: seconds })
}

export function clearRegistrationCookie(reply: FastifyReply): void {
  reply.clearCookie(REGISTRATION_COOKIE, hostOnly)
}

export function setSecondLoginCookie(reply: FastifyReply, value: string, seconds: number): void {
  reply.setCookie(SECOND_LOGIN_COOKIE, value, { ...hostOnly, sameSite: 'strict', maxAge: seconds })
}

export function clearSecondLoginCookie(reply: FastifyReply): void {
  reply.clearCookie(SECOND_LOGIN_COOKIE, hostOnly)
}

export function setChallengeCookie(reply: FastifyReply, value: string, seconds: number): void {
  reply.setCookie(CHALLENGE_COOKIE, value, { ...hostOnly, sameSite: 'strict', maxAge: seconds })
}

export function clearChallengeCookie(reply: FastifyReply): void {
  reply.clearCookie(CHALLENGE_COOKIE, hostOnly)
}

export function setCsrfCookie(reply: FastifyReply, settings: CookieSettings, token: string): void {
  reply.setCookie(CSRF_COOKIE, token, readable(settings))
}

/**
 * Pages show the user as logged in while it is there; the server does not read it. By `mark` a page knows whom it was
 * drawn for: two users may have the same nickname and masked address.
 */
export function setUserInfoCookie(
  reply: FastifyReply,
  settings: CookieSettings,
  { userId, nickname, email }: { userId: string; nickname: string; email: string },
): void {
  const mark = sha256(userId).toString('base64url').slice(0, USER_MARK_LENGTH)
  const value = JSON.stringify({ nickname, email: maskedEmail(email), mark })
  reply.setCookie(USER_INFO_COOKIE, value, { ...readable(settings), maxAge: SESSION_COOKIE_S })
}

export function clearLoginCookies(reply: FastifyReply, settings: CookieSettings): void {
  reply.clearCookie(SESSION_COOKIE, hostOnly)
  reply.clearCookie(USER_INFO_COOKIE, readable(settings))
}

/** The headers that end a login in an answer that is not Fastify's; the page then fetches a new csrf token. */
export function removedLoginCookies({ cookieDomain, publicUrl }: CookieSettings): string[] {
  const ended = 'Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax'
  const domain = cookieDomain === null ? '' : `; Domain=${cookieDomain}`
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return [
    `${SESSION_COOKIE}=; ${ended}; HttpOnly; Secure`,
    ...[USER_INFO_COOKIE, CSRF_COOKIE].map((name) => `${name}=; ${ended}${domain}${secure}`),
  ]
}

/** `ann@example.com` → `a***@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(at, 1))}***${email.slice(at)}`
}
