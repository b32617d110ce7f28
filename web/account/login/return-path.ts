import { findAddress, NOT_FOUND, type SitePath } from '#contract/addresses.ts'

const HOME = '/account/home' satisfies SitePath
const SIGN_IN = new Set<string>([
  '/account/login',
  '/account/register',
  '/account/reset-password',
  '/account/login2',
  '/account/register2',
] satisfies SitePath[])

/** A sign-on to an application goes on after the login; the server answers there. */
const SIGN_ON_STEP = /^\/account\/sign-on\/([\w-]{43})$/

/** Placeholder for this site's origin: addresses of other sites resolve to another origin. */
const HERE = 'https://here.invalid'

/** The id of the sign-on to which a login returns; null when it returns to a page. */
export function signOnStepIn(target: string): string | null {
  return SIGN_ON_STEP.exec(target)?.[1] ?? null
}

/**
 * The page to open after a login: the requested address when the route table contains it, else the account's
 * home. Never another site and never a login or registration page.
 */
export function returnPath(asked: string | undefined): string {
  if (!asked?.startsWith('/')) return HOME
  const url = URL.parse(asked, HERE)
  if (url?.origin !== HERE) return HOME
  if (SIGN_ON_STEP.test(asked)) return asked
  const entry = findAddress(url.pathname)
  if (entry === NOT_FOUND || SIGN_IN.has(entry.path)) return HOME
  return url.pathname + url.search + url.hash
}
