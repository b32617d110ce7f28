import { api } from '#contract/api.ts'
import type { Endpoint, CallInputOf, OutputOf } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/envelope.ts'
import { attempt, type Outcome } from './attempt.ts'
import { callHeaders, ensureCsrfToken, hasCsrfToken, replaceCsrfToken } from './csrf.ts'
import type { Failure } from './classify-failure.ts'
import { toCallError, type ToastOptions } from './failure-toast.ts'
import { forgetLogin, refreshSession, reloadForOther } from '../session/session.ts'
import { readInSession } from './session-reads.ts'
import { pageData } from '../site.ts'

/** Original specification, section 9. */
const TIMEOUT_MS = 10_000

export interface CallOptions extends ToastOptions {
  /** Aborts the call, without a toast. */
  signal?: AbortSignal
  /** For an answer that is a file; ten seconds when absent. */
  timeoutMs?: number
}

/**
 * Makes one call of the contract and returns its data. Every failure rejects with a CallError and is
 * shown as the error catalogue says (original specification, section 8).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  // a page that was drawn for one user neither shows nor buys anything as another
  if (reloadForOther()) return new Promise(() => undefined)
  const isUnsafe = endpoint.method === 'POST' || endpoint.unsafe === true
  if (isUnsafe) await ensureCsrfToken(fetchCsrfToken)

  const { signal: leaving, timeoutMs = TIMEOUT_MS } = options
  const given = leaving ? [leaving] : []
  let failure =
    isUnsafe || endpoint.session === 'optional'
      ? await send(endpoint, input, given, timeoutMs)
      : await readInSession((signal) => send(endpoint, input, [...given, signal], timeoutMs))
  if (isUnsafe && isCsrfRefusal(failure)) {
    await replaceCsrfToken(fetchCsrfToken)
    failure = await send(endpoint, input, given, timeoutMs)
    if (isCsrfRefusal(failure) && !hasCsrfToken()) failure.body.message = NO_COOKIES
  }
  if (failure.kind === 'data') return failure.data
  throw toCallError(failure, options)
}

/** Fetches the anti-forgery cookie. */
export function fetchCsrfToken(): Promise<unknown> {
  return call(api.site.csrfToken, {})
}

const NO_COOKIES =
  '浏览器未保存本站的 Cookie，或本站无法读取，登录和付款需要使用 Cookie。请在浏览器设置中允许本站的 Cookie；如已允许，请清除本站和同一域名下其他网站的 Cookie，再刷新页面'

function isCsrfRefusal(
  outcome: Failure | { kind: 'data' },
): outcome is Failure & { kind: 'answer'; body: Envelope } {
  return outcome.kind === 'answer' && outcome.body?.code === 'CSRF'
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: CallInputOf<E>,
  signals: AbortSignal[],
  timeoutMs: number,
): Promise<Outcome<OutputOf<E>>> {
  const outcome = await attempt(endpoint, requestOf(endpoint, input), { signals, timeoutMs })
  // the server has removed its own
  if (outcome.kind === 'answer' && outcome.status === 401) forgetLogin()
  // a log-in and a changed name are answers to this page's own calls, but a read changes no user
  if (endpoint.method === 'POST') refreshSession()
  else reloadForOther()
  return outcome
}

/** A value of a path or query. */
type Plain = string | number | boolean | undefined

function requestOf<E extends Endpoint>(endpoint: E, input: CallInputOf<E>): [string, RequestInit] {
  const isPost = endpoint.method === 'POST'
  const given = new Map<string, Plain>(Object.entries(input ?? {}))
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(given.get(name))
    given.delete(name)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of given) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const search = isPost ? '' : query.toString().replace(/^(?=.)/, '?')
  return [
    `${pageData().site.apiBase}${path}${search}`,
    {
      credentials: 'include',
      headers: {
        ...callHeaders(),
        ...(isPost && { 'content-type': 'application/json' }),
      },
      ...(isPost && { body: JSON.stringify(Object.fromEntries(given)) }),
    },
  ]
}
