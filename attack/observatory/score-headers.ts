import type { Reply } from '../rig/send.ts'

/** One rule of the HTTP observatory, as we read it: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring */
export interface RuleResult {
  rule: string
  /** Added to 100; what is above 0 counts only when nothing took the sum below 90. */
  points: number
  reason: string
}

/** What the observatory looks at: the page over TLS, the answer over plain HTTP, the cookies and scripts of the page. */
export interface Observed {
  /** `https://host/` */
  address: string
  page: Reply
  /** The answer of the address over plain HTTP; null: nothing answers there. */
  plain: Reply | null
  /** The page's answer to a request of another origin. */
  foreign: Reply
}

const HALF_YEAR_S = 15_768_000
const FROM = 90

/** Scores like the observatory: 100, and what each rule adds or takes. */
export function scoreHeaders(observed: Observed): { score: number; results: RuleResult[] } {
  const results = RULES.map((rule) => rule(observed))
  const taken = results.reduce((sum, { points }) => sum + Math.min(points, 0), 100)
  const added = results.reduce((sum, { points }) => sum + Math.max(points, 0), 0)
  return { score: taken >= FROM ? taken + added : Math.max(taken, 0), results }
}

/** A+ begins at 100. */
export function gradeOf(score: number): string {
  if (score >= 100) return 'A+'
  const grades: [least: number, grade: string][] = [
    ...([
      [90, 'A'],
      [85, 'A-'],
      [80, 'B+'],
      [70, 'B'],
      [65, 'B-'],
    ] as [number, string][]),
    ...([
      [60, 'C+'],
      [50, 'C'],
      [45, 'C-'],
      [40, 'D+'],
      [30, 'D'],
    ] as [number, string][]),
    [25, 'D-'],
  ]
  return grades.find(([least]) => score >= least)?.[1] ?? 'F'
}

type Rule = (observed: Observed) => RuleResult

const RULES: readonly Rule[] = [
  scoreCsp,
  scoreCookies,
  scoreCors,
  scoreRedirection,
  scoreReferrer,
  scoreHsts,
  scoreIntegrity,
  scoreSniffing,
  scoreFraming,
  scoreResourcePolicy,
]

function result(rule: string, points: number, reason: string): RuleResult {
  return { rule, points, reason }
}

function headerOf({ headers }: Reply, name: string): string {
  return String(headers[name] ?? '')
}

/** Directives by name; the first of a name counts. */
export function parseCsp(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().toLowerCase().split(/\s+/)
    if (name !== '' && !directives.has(name)) directives.set(name, sources)
  }
  return directives
}

function scoreCsp({ page }: Observed): RuleResult {
  const rule = 'content security policy'
  const csp = parseCsp(headerOf(page, 'content-security-policy'))
  if (csp.size === 0) return result(rule, -25, 'none')
  const of = (name: string) => csp.get(name) ?? csp.get('default-src') ?? ['*']
  const scripts = [...of('script-src'), ...of('object-src')]
  const isBroad = (source: string) => ['*', 'http:', 'https:', 'data:', 'ftp:'].includes(source)
  const isPinned = scripts.some((source) => /^'(nonce|sha\d+)-/.test(source))
  if (scripts.some(isBroad)) return result(rule, -20, 'scripts or objects from anywhere')
  if (scripts.includes("'unsafe-inline'") && !isPinned) return result(rule, -20, 'inline scripts')
  if (scripts.includes("'unsafe-eval'")) return result(rule, -10, 'eval')
  if ([...csp.values()].flat().some((source) => source.startsWith('http:'))) {
    return result(rule, -20, 'something over plain HTTP')
  }
  const styles = of('style-src')
  if (styles.some(isBroad) || styles.includes("'unsafe-inline'")) {
    return result(rule, 0, 'inline styles')
  }
  const isClosed = csp.get('default-src')?.join() === "'none'"
  return isClosed ? result(rule, 10, "default-src 'none'") : result(rule, 5, 'nothing unsafe')
}

function scoreCookies({ page }: Observed): RuleResult {
  const rule = 'cookies'
  const cookies = page.headers['set-cookie'] ?? []
  if (cookies.length === 0) return result(rule, 0, 'none')
  const isSession = (cookie: string) => /^[^=]*(?:sess|sid|login)/i.test(cookie)
  for (const cookie of cookies) {
    if (!/;\s*secure/i.test(cookie))
      return result(rule, isSession(cookie) ? -40 : -20, 'not Secure')
    if (isSession(cookie) && !/;\s*httponly/i.test(cookie)) return result(rule, -30, 'not HttpOnly')
  }
  const isStrict = cookies.every((cookie) => /;\s*samesite=(?:lax|strict)/i.test(cookie))
  return isStrict ? result(rule, 5, 'Secure and SameSite') : result(rule, 0, 'Secure')
}

function scoreCors({ foreign }: Observed): RuleResult {
  const allowed = headerOf(foreign, 'access-control-allow-origin')
  const withCookies = headerOf(foreign, 'access-control-allow-credentials') === 'true'
  if (allowed === '') return result('cross-origin reading', 0, 'nobody')
  if (withCookies) return result('cross-origin reading', -50, 'anybody with cookies')
  return result('cross-origin reading', 0, allowed)
}

function scoreRedirection({ address, plain }: Observed): RuleResult {
  const rule = 'redirection'
  if (plain === null) return result(rule, 0, 'nothing answers over plain HTTP')
  const location = headerOf(plain, 'location')
  if (plain.status < 300 || plain.status > 399) return result(rule, -20, 'plain HTTP is served')
  const to = URL.parse(location)
  if (to === null || to.protocol !== 'https:') return result(rule, -20, `leads to ${location}`)
  const isSameHost = to.hostname === new URL(address).hostname
  return isSameHost ? result(rule, 0, 'to https') : result(rule, -5, 'to another host first')
}

function scoreReferrer({ page }: Observed): RuleResult {
  const rule = 'referrer policy'
  const policy = headerOf(page, 'referrer-policy').split(',').at(-1)?.trim() ?? ''
  const closed = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
  if (closed.includes(policy)) return result(rule, 5, policy)
  if (policy === '' || policy === 'no-referrer-when-downgrade')
    return result(rule, 0, policy || 'none')
  return result(rule, -5, policy)
}

function scoreHsts({ page }: Observed): RuleResult {
  const rule = 'strict transport security'
  const [, age] = /max-age=(\d+)/i.exec(headerOf(page, 'strict-transport-security')) ?? []
  if (age === undefined) return result(rule, -20, 'none')
  return Number(age) >= HALF_YEAR_S ? result(rule, 0, `${age} s`) : result(rule, -10, `${age} s`)
}

function scoreIntegrity({ address, page }: Observed): RuleResult {
  const rule = 'integrity of scripts'
  const scripts = [...page.text.matchAll(/<script\b[^>]*\bsrc=["']?([^"'\s>]+)[^>]*>/gi)]
  const foreign = scripts.filter(
    ([, src = '']) => URL.parse(src, address)?.origin !== new URL(address).origin,
  )
  if (foreign.length === 0) return result(rule, 0, 'all scripts are its own')
  if (foreign.some(([, src = '']) => src.startsWith('http:')))
    return result(rule, -50, 'a script over plain HTTP')
  const isWhole = foreign.every(([tag]) => /\bintegrity=/i.test(tag))
  return isWhole
    ? result(rule, 5, 'all with a hash')
    : result(rule, -5, 'foreign scripts without a hash')
}

function scoreSniffing({ page }: Observed): RuleResult {
  const isSet = headerOf(page, 'x-content-type-options').toLowerCase() === 'nosniff'
  return isSet ? result('type of contents', 0, 'nosniff') : result('type of contents', -5, 'none')
}

function scoreFraming({ page }: Observed): RuleResult {
  const rule = 'framing'
  const ancestors = parseCsp(headerOf(page, 'content-security-policy')).get('frame-ancestors')
  if (ancestors !== undefined && !ancestors.includes('*')) return result(rule, 5, 'frame-ancestors')
  const isSet = /^(?:deny|sameorigin)$/i.test(headerOf(page, 'x-frame-options'))
  return isSet ? result(rule, 0, 'X-Frame-Options') : result(rule, -20, 'none')
}

function scoreResourcePolicy({ page }: Observed): RuleResult {
  const rule = 'cross-origin resource policy'
  const policy = headerOf(page, 'cross-origin-resource-policy')
  if (policy === 'same-origin' || policy === 'same-site') return result(rule, 10, policy)
  if (policy === '' || policy === 'cross-origin') return result(rule, 0, policy || 'none')
  return result(rule, -5, policy)
}
