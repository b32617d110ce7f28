import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import {
  type AddressRules,
  bareHost,
  checkedLookup,
  requireAllowedAddress,
} from './check-address.ts'

const TIMEOUT_MS = 10_000
/** More of an answer is not read. */
const ANSWER_BYTES = 16 * 1024

interface Post {
  url: string
  userAgent: string
  headers: Record<string, string>
  body: string
  rules: AddressRules
  signal: AbortSignal
  timeoutMs?: number
}

/**
 * Posts the body and resolves when the receiver has answered with 2xx. Redirects are not followed. Throws for any
 * other answer, when no answer comes in 10 s, and AddressRefused.
 */
export async function postMessage({
  url: text,
  userAgent,
  headers,
  body,
  rules,
  signal,
  timeoutMs = TIMEOUT_MS,
}: Post): Promise<void> {
  const url = new URL(text)
  requireAllowedAddress(url, rules)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const options = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': userAgent,
      ...headers,
    },
    // a connection of its own: one that is kept would not be checked again
    agent: false,
    lookup: checkedLookup(bareHost(url), rules),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  } as const
  const status = await new Promise<number>((resolve, reject) => {
    const sent = send(url, options, (answer) => {
      void readBounded(answer).then(() => resolve(answer.statusCode ?? 0), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
  if (status < 200 || status > 299) throw new Error(`the receiver answered ${status}`)
}

/** Reads an answer to its end, or to the most that is read. */
async function readBounded(answer: IncomingMessage): Promise<void> {
  let bytes = 0
  for await (const part of answer) {
    bytes += Buffer.byteLength(part)
    // leaving the loop closes the connection
    if (bytes > ANSWER_BYTES) return
  }
}
