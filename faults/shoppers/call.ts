import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint, GivenOf, OutputOf } from '#contract/endpoint.ts'
import { envelope, isSuccess } from '#contract/envelope.ts'
import type { Customer } from '../../bench/rig/customers.ts'
import { BROWSER } from '../../bench/rig/requests.ts'

/** As long as the pages wait. */
const TIMEOUT_MS = 10_000
const PAUSE_MS = 300

/** The shop understood and said no. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: string
  readonly retryAfterMs: number

  constructor(code: string, retryAfterMs: number) {
    super(code)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** No answer, or one that promises a better one later. */
export class Unanswered extends Error {
  override name = 'Unanswered'
}

/** One call as the customer's page makes it. Throws Refused or Unanswered. */
export async function call<E extends Endpoint>(
  { url, customer }: { url: string; customer: Customer },
  endpoint: E,
  input: GivenOf<E>,
  signal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<OutputOf<E>> {
  const { method, path } = endpoint
  const isPost = method === 'POST'
  const given = Object.entries(input ?? {}).map(([name, value]) => [name, String(value)] as const)
  const filled = given.reduce<string>(
    (text, [name, value]) => text.replace(`:${name}`, value),
    path,
  )
  const { status, headers, text } = await answerOf(url + filled, {
    method,
    headers: {
      ...BROWSER,
      ...customer.headers,
      ...(isPost && { 'content-type': 'application/json' }),
    },
    ...(isPost && { body: JSON.stringify(input) }),
    signal,
  })
  if (status >= 500) throw new Unanswered(`${status}`)
  const body = envelope.parse(JSON.parse(text))
  if (!isSuccess(body)) {
    throw new Refused(body.code ?? '', Number(headers.get('retry-after')) * 1_000)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the very schema OutputOf reads
  return endpoint.output.parse(body.data) as OutputOf<E>
}

async function answerOf(address: string, init: RequestInit) {
  try {
    const { status, headers, ...answer } = await fetch(address, init).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }))
    return { status, headers, ...answer }
  } catch (error) {
    throw new Unanswered(String(error), { cause: error })
  }
}

/** Thrown when a buyer who would go on is out of time. */
export class OutOfTime extends Error {
  override name = 'OutOfTime'
}

/** Makes the call again and again until somebody answers. */
export async function insist<T>(work: () => Promise<T>, giveUp: AbortSignal): Promise<T> {
  for (;;) {
    if (giveUp.aborted) throw new OutOfTime()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      await delay(PAUSE_MS)
    }
  }
}
