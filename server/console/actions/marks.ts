import { computeMac, derivePurposeKey, isSameText, secretKeysOf } from '../../http/keys.ts'
import { createToken } from '../../http/sessions/session.ts'
import type { Report } from '../../operator/report.ts'

const LIFETIME_MS = 15 * 60 * 1000

/** What an operator agrees to: the very preview of the very input in this session. */
export interface Agreement {
  sessionId: string
  command: string
  given: Readonly<Record<string, string>>
  preview: Report
  /** The request that is signed; null for an own action. */
  requestId: string | null
}

/** A mark for the agreement, which the browser sends back; each preview has another one. */
export function createMark(secretKey: string, agreement: Agreement, now: Date): string {
  const nonce = `${createToken()}.${now.getTime() + LIFETIME_MS}`
  return `${nonce}.${computeMarkMac(secretKey, agreement, nonce)}`
}

/** Whether the mark is of this agreement and not over. That it serves once is up to `operator_actions`. */
export function isMarkOf(
  secretKey: string,
  agreement: Agreement,
  { mark, now }: { mark: string; now: Date },
): boolean {
  const [token = '', until = '', mac = ''] = mark.split('.')
  const isOurs = secretKeysOf(secretKey).some((key) =>
    isSameText(mac, computeMarkMac(key, agreement, `${token}.${until}`)),
  )
  return isOurs && Number(until) > now.getTime()
}

function computeMarkMac(secretKey: string, agreement: Agreement, nonce: string): string {
  const { sessionId, command, given, preview, requestId } = agreement
  const input = JSON.stringify([
    requestId,
    command,
    Object.entries(given).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    preview,
  ])
  const key = derivePurposeKey(secretKey, 'console-mark')
  return computeMac(key, nonce, sessionId, input).toString('base64url')
}
