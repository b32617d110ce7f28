import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint, CallInputOf, OutputOf } from '#contract/endpoint.ts'
import { envelope, isSuccess } from '#contract/envelope.ts'
import type { Customer } from './customers.ts'
import { BROWSER_HEADERS } from './browser-headers.ts'

/** The time-out of the shop's pages. */
const TIMEOUT_MS = 10_000
const RETRY_PAUSE_MS = 300

/** The shop answered with a failure below 500. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly code: string
  readonly retryAfterMs: number

  constructor(code: string, retryAfterMs: number) {
    super(code)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** No answer, or one of 500 and above: a later try may succeed. */
export class CallUnanswered extends Error {
  override name = 'CallUnanswered'
}

/** One call as the customer's page makes it. Throws CallRefused or CallUnanswered. */
export async function callAsCustomer<E extends Endpoint>(
  { url, customer }: { url: string; customer: Customer },
  endpoint: E,
  input: CallInputOf<E>,
  signal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<OutputOf<E>> {
  const { method, path } = endpoint
  const isPost = method === 'POST'
  const given = Object.entries(input ?? {}).map(([name, value]) => [name, String(value)] as const)
  const filled = given.reduce<string>(
    (text, [name, value]) => text.replace(`:${name}`, value),
    path,
  )
  const data = await sendCall(url + filled, {
    method,
    headers: {
      ...BROWSER_HEADERS,
      ...customer.headers,
      ...(isPost && { 'content-type': 'application/json' }),
    },
    ...(isPost && { body: JSON.stringify(input) }),
    signal,
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the very schema OutputOf reads
  return endpoint.output.parse(data) as OutputOf<E>
}

/** Sends a request and returns the data of its answer. Throws CallRefused or CallUnanswered. */
export async function sendCall(address: string, init: RequestInit): Promise<unknown> {
  const { status, headers, text } = await fetchText(address, init)
  if (status >= 500) throw new CallUnanswered(`${status}`)
  const body = envelope.parse(JSON.parse(text))
  if (!isSuccess(body)) {
    throw new CallRefused(body.code ?? '', Number(headers.get('retry-after')) * 1_000)
  }
  return body.data
}

async function fetchText(address: string, init: RequestInit) {
  try {
    const response = await fetch(address, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    throw new CallUnanswered(String(error), { cause: error })
  }
}

/** Thrown when `giveUp` is aborted before a call was answered. */
export class GaveUp extends Error {
  override name = 'GaveUp'
}

/** Repeats the call until it is answered. Throws GaveUp. */
export async function retryUntilAnswered<T>(
  work: () => Promise<T>,
  giveUp: AbortSignal,
): Promise<T> {
  for (;;) {
    if (giveUp.aborted) throw new GaveUp()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallUnanswered)) throw error
      await delay(RETRY_PAUSE_MS)
    }
  }
}
