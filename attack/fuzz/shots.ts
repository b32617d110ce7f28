import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import type { Random } from '#harness/random.ts'
import { type FuzzedCall, fittingValue } from './calls.ts'
import { ODD_BODIES, ODD_QUERIES, ODD_TYPES, oddText, oddValue } from './odd-values.ts'

/** One request of the fuzz. */
export interface Shot {
  side: FuzzedCall['side'] | 'other'
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** Who calls: the headers that each side knows its callers by. */
export type Callers = Readonly<Record<FuzzedCall['side'], readonly Record<string, string>[]>>

interface Parts {
  random: Random
  callers: Callers
  samples: Readonly<Record<string, unknown>>
}

const METHODS = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'GET', 'POST', 'SEARCH'] as const

/** A request for this call with something odd in it. */
export function makeShot(call: FuzzedCall, { random, callers, samples }: Parts): Shot {
  const values = new Map<string, unknown>()
  for (const [name, field] of Object.entries(call.fields)) {
    if (random.isIn(8)) continue
    const value = random.isIn(25) ? oddValue(random) : fittingValue(name, field, samples)
    values.set(name, value)
  }
  if (random.isIn(5)) values.set(oddText(random) || 'x', oddValue(random))
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name)
    values.delete(name)
    return segmentOf(value ?? 'x')
  })
  const caller = random.isIn(10) ? {} : pickFrom(random, callers[call.side])
  const shot = {
    side: call.side,
    method: random.isIn(4) ? random.pick(METHODS) : call.method,
    headers: { ...BROWSER_HEADERS, ...caller, ...oddHeaders(random) },
  }
  if (call.method === 'GET') return { ...shot, path: path + queryOf(values, random) }
  const type = random.isIn(4) ? random.pick(ODD_TYPES) : 'application/json'
  return {
    ...shot,
    path: random.isIn(3) ? `${path}?${random.pick(ODD_QUERIES)}` : path,
    headers: {
      ...shot.headers,
      'content-type': type,
      'idempotency-key': String(random.between(0, 1e9)),
    },
    body: random.isIn(12) ? random.pick(ODD_BODIES) : JSON.stringify(Object.fromEntries(values)),
  }
}

function pickFrom<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.between(0, items.length - 1)]!
}

function queryOf(values: ReadonlyMap<string, unknown>, random: Random): string {
  if (random.isIn(5)) return `?${random.pick(ODD_QUERIES)}`
  const pairs = [...values].map(([name, value]) => `${escapeText(name)}=${segmentOf(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function segmentOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return escapeText(text.slice(0, 6_000))
}

/** Half a character cannot be written as UTF-8: its bytes are sent. */
function escapeText(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

const LONG = 'f'.repeat(6_000)

function oddHeaders(random: Random): Record<string, string> {
  if (!random.isIn(6)) return {}
  return random.pick([
    { 'x-forwarded-for': LONG },
    { 'x-forwarded-for': "1.1.1.1' or 1=1, ::::, 999.1.1.1" },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
    { host: 'evil.example:1' },
    { cookie: `__Host-sid=${LONG}; _csrf=%; =; ;;` },
    { cookie: '__Host-sid=%ff; __Host-sid=a; __Host-op={}; user_source=%00' },
    { authorization: 'Bearer ' },
    { authorization: `Bearer app_${'A'.repeat(6_000)}` },
    { 'accept-language': LONG, accept: 'text/html' },
    { 'user-agent': '${jndi:ldap://127.0.0.1/x}' },
    { 'x-request-id': '../../x' },
    { 'if-none-match': '"', range: 'bytes=0-0,-1,a' },
    { 'content-encoding': 'gzip' },
    { expect: '100-continue' },
  ])
}

/** Addresses beside the contracts. */
const OTHER_PATHS = [
  ...[
    '/',
    '/plans',
    '/account/home',
    '/account/login',
    '/account/sign-on/',
    '/assets/',
    '/oidc/auth',
  ],
  ...['/oidc/token', '/oidc/session/end', '/oidc/jwks', '/.well-known/openid-configuration'],
  ...['/webhooks/stripe', '/csp-report', '/crash-report', '/healthz', '/api/v1/openapi.json'],
  ...['/unsubscribe', '/sitemap.xml', '/robots.txt', '/dev/mail', '/dev/mail.json', '/clients'],
] as const

/** A request beside the contracts. */
export function makeOtherShot(random: Random): Shot {
  const tail = random.isIn(40) ? escapeText(oddText(random).slice(0, 2_000)) : ''
  const query = random.isIn(40) ? `?${random.pick(ODD_QUERIES)}` : ''
  const method = random.isIn(70) ? 'GET' : random.pick(METHODS)
  const isBodied = method === 'POST' || method === 'PUT'
  return {
    side: 'other',
    method,
    path: random.pick(OTHER_PATHS) + tail + query,
    headers: {
      ...BROWSER_HEADERS,
      ...(isBodied && { 'content-type': random.pick(ODD_TYPES) }),
      ...oddHeaders(random),
    },
    ...(isBodied && { body: random.pick(ODD_BODIES) }),
  }
}
