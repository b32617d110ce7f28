import { entryOf, notFound, type Path } from '../routes.ts'

const HOME = '/account/home' satisfies Path
const SIGN_IN = new Set<string>([
  '/account/login',
  '/account/register',
  '/account/reset-password',
  '/account/login2',
  '/account/register2',
] satisfies Path[])

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
  const entry = entryOf(url.pathname)
  if (entry === notFound || SIGN_IN.has(entry.path)) return HOME
  return url.pathname + url.search + url.hash
}
