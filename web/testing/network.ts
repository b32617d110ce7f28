import type { ConsoleCall } from '#contract/console/console-call.ts'
import type { Endpoint, CallInputOf, OutputOf } from '#contract/endpoint.ts'
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'

/** A call of the shop or of the operator's console. */
type AnyCall = Endpoint | ConsoleCall

type Answerer = (request: Request) => Response | Promise<Response>

const answerers = new Map<string, Answerer>()
const unhandled: string[] = []

/** The server will answer this call with this data; returns the inputs it receives. */
export function answer<E extends AnyCall>(endpoint: E, data: OutputOf<E>): CallInputOf<E>[] {
  const received: CallInputOf<E>[] = []
  reply(endpoint, async (request) => {
    received.push(await inputOf(endpoint, request))
    return Response.json({ statusCode: 200, message: 'ok', data })
  })
  return received
}

interface RefusalDetails {
  fields?: Record<string, string>
  message?: string
  /** Seconds. */
  retryAfter?: number
}

/** The server will refuse this call with this code; returns the inputs it receives. */
export function refuse<E extends AnyCall>(
  endpoint: E,
  code: ErrorCode,
  { retryAfter, ...details }: RefusalDetails = {},
): CallInputOf<E>[] {
  const received: CallInputOf<E>[] = []
  const { status, message } = errorCatalogue[code]
  reply(endpoint, async (request) => {
    received.push(await inputOf(endpoint, request))
    return Response.json(
      { statusCode: status, code, message, data: null, requestId: 'req-1', ...details },
      { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
    )
  })
  return received
}

/** The server will never answer this call; returns the abort signals of its requests. */
export function leaveUnanswered(endpoint: AnyCall): AbortSignal[] {
  const signals: AbortSignal[] = []
  reply(endpoint, ({ signal }) => {
    signals.push(signal)
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  })
  return signals
}

interface Address {
  method: string
  path: string
}

/** Answers this call by a function, for example with what the contract does not allow. */
export function reply(address: Address, answerer: Answerer): void {
  answerers.set(keyOf(address), answerer)
}

/** Replaces the network from now on; an unanswered request fails and is recorded. */
export function replaceFetch(): void {
  answerers.clear()
  unhandled.length = 0
  globalThis.fetch = async (given, init) => {
    const request = new Request(given instanceof URL ? given.href : given, init)
    const { pathname } = new URL(request.url)
    const found = [...answerers].find(([key]) => matches(key, request.method, pathname))
    if (found) return found[1](request)
    unhandled.push(`${request.method} ${pathname}`)
    throw new TypeError(`No test answers ${request.method} ${pathname}`)
  }
}

/** Calls that no test answered. */
export function unhandledRequests(): readonly string[] {
  return unhandled
}

function keyOf({ method, path }: Address): string {
  return `${method} ${path}`
}

function matches(key: string, method: string, pathname: string): boolean {
  const pattern = key.replaceAll(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(`${method} ${pathname}`)
}

/** The input that the page gave to `call`, read from the request. */
async function inputOf<E extends AnyCall>(endpoint: E, request: Request): Promise<CallInputOf<E>> {
  const { pathname, searchParams } = new URL(request.url)
  const values = pathname.split('/')
  const named = endpoint.path
    .split('/')
    .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), values[at]]] : []))
  const query = Object.fromEntries([...named, ...searchParams])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page is trusted in its own test
  return (request.method === 'POST' ? await request.json() : query) as CallInputOf<E>
}
