import { findAddress, NOT_FOUND, type SitePath } from '#contract/addresses.ts'

const HOME = '/account/home' satisfies SitePath
const SIGN_IN = new Set<string>([
  '/account/login',
  '/account/register',
  '/account/reset-password',
  '/account/login2',
  '/account/register2',
] satisfies SitePath[])

/** Stands for this site: what leads elsewhere resolves to another origin. */
const HERE = 'https://here.invalid'

/**
 * Where a login leads: the address that was asked for when it is one of the route table, else the
 * account's home. Never to another site, and never back to signing in.
 */
export function returnPath(asked: string | undefined): string {
  if (!asked?.startsWith('/')) return HOME
  const url = URL.parse(asked, HERE)
  if (url?.origin !== HERE) return HOME
  const entry = findAddress(url.pathname)
  if (entry === NOT_FOUND || SIGN_IN.has(entry.path)) return HOME
  return url.pathname + url.search + url.hash
}
