import { setTimeout as pause } from 'node:timers/promises'

/** The shop answers within 9 seconds. */
const TIMEOUT_MS = 15_000
/** Between two tries. */
const LONGEST_WAIT_S = 15

/** A refusal of the shop, or none: code NO_ANSWER. */
export class ShopError extends Error {
  override name = 'ShopError'
  readonly status: number
  readonly code: string
  readonly data: Record<string, unknown>

  constructor(status: number, code: string, message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

export interface ShopCall {
  path: string
  /** Absent: a POST with a body, a GET without. */
  method?: 'PUT'
  body?: object
  /** Idempotency-Key of a POST. */
  key?: string
  /** How long the call is tried again after failures that may pass. */
  retryForMs: number
  timeoutMs?: number
}

export type RequestShop = (call: ShopCall) => Promise<unknown>

/**
 * Calls the shop's `/api/v1`. A connection that breaks, 429 and 5xx are tried again with the same key, so that
 * nothing is booked twice. Throws ShopError.
 */
export function createRequestShop({ url, appKey }: { url: string; appKey: string }): RequestShop {
  async function send({ path, method, body, key, timeoutMs = TIMEOUT_MS }: ShopCall) {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${appKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer: unknown = await response.json()
    return { response, answer: isRecord(answer) ? answer : {} }
  }

  return async function requestShop(call) {
    const deadline = performance.now() + call.retryForMs
    for (let attempt = 0; ; attempt += 1) {
      const sent = await send(call).catch(() => null)
      if (sent?.response.ok && sent.answer['statusCode'] === 200) return sent.answer['data']
      const status = sent?.response.status ?? 0
      const waitMs =
        Number(
          sent?.response.headers.get('retry-after') ??
            Math.min(0.25 * 2 ** attempt, LONGEST_WAIT_S),
        ) * 1_000
      const mayPass = sent === null || status === 429 || status >= 500
      if (mayPass && performance.now() + waitMs < deadline) {
        await pause(waitMs)
        continue
      }
      const { code, message, data } = sent?.answer ?? {}
      throw new ShopError(
        status,
        typeof code === 'string' ? code : 'NO_ANSWER',
        typeof message === 'string' ? message : `no answer to ${call.path}`,
        isRecord(data) ? data : {},
      )
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
