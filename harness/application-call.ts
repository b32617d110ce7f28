import type { ApplicationCall } from '#contract/applications/application-call.ts'
import type { CallInputOf, OutputOf } from '#contract/endpoint.ts'
import { CallRefused, CallUnanswered, sendCall } from './buyer-call.ts'

/** Longer than the shop takes to give a call up. */
const TIMEOUT_MS = 15_000

interface CallOptions {
  /** Idempotency-Key of a POST. */
  key?: string
  signal?: AbortSignal
}

/**
 * One call of an application as docs/integrate.md describes it. Throws CallRefused, or CallUnanswered when the same
 * request may be sent again, which includes one that came too fast.
 */
export async function callAsApplication<C extends ApplicationCall>(
  { url, apiKey }: { url: string; apiKey: string },
  { method, path, output }: C,
  input: CallInputOf<C>,
  { key = '', signal = AbortSignal.timeout(TIMEOUT_MS) }: CallOptions = {},
): Promise<OutputOf<C>> {
  const rest: Record<string, unknown> = { ...Object(input) }
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const data = await sendCall(url + filled, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(method !== 'GET' && { 'content-type': 'application/json', 'idempotency-key': key }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(rest) }),
    signal,
  }).catch((error: unknown) => {
    const isTooFast = error instanceof CallRefused && error.code === 'RATE_LIMITED'
    throw isTooFast ? new CallUnanswered(error.code, { cause: error }) : error
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the very schema OutputOf reads
  return output.parse(data) as OutputOf<C>
}
