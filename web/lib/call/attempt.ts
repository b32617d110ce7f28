import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { type Envelope, envelope, isSuccess } from '#contract/envelope.ts'
import { readServerTime } from '../clock.ts'
import type { Failure } from './classify-failure.ts'

export type Outcome<Data> = { kind: 'data'; data: Data } | Failure

interface Limits {
  /** Each of them aborts the request. */
  signals: readonly AbortSignal[]
  timeoutMs: number
}

/** Sends one request and says what came of it; never rejects. */
export async function attempt<E extends Pick<Endpoint, 'method' | 'input' | 'output'>>(
  endpoint: E,
  [address, init]: [string, RequestInit],
  { signals, timeoutMs }: Limits,
): Promise<Outcome<OutputOf<E>>> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([...signals, timeout])
  try {
    const response = await fetch(address, { ...init, method: endpoint.method, signal })
    readServerTime(response.headers.get('date'))
    const type = response.headers.get('content-type') ?? ''
    const body = parseEnvelope(await response.text())
    const retryAfterS = Number(response.headers.get('retry-after'))
    const { status } = response
    if (response.ok && body && isSuccess(body)) {
      const { success, data } = endpoint.output.safeParse(body.data ?? null)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the very schema OutputOf reads
      return success ? { kind: 'data', data: data as OutputOf<E> } : { kind: 'invalidData', status }
    }
    return {
      kind: 'answer',
      status,
      isHtml: type.includes('text/html'),
      ...(body && { body }),
      ...(retryAfterS > 0 && { retryAfterS }),
    }
  } catch {
    if (signal.aborted) return { kind: timeout.aborted ? 'timeout' : 'aborted' }
    return { kind: 'noAnswer', isOnline: navigator.onLine, isChange: endpoint.method === 'POST' }
  }
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    return envelope.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
