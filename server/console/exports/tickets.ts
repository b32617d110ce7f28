import type { ExportedListName } from '#contract/console/exports.ts'
import { computeMac, derivePurposeKey, isSameText, secretKeysOf } from '../../http/keys.ts'
import { createToken } from '../../http/sessions/session.ts'

const LIFETIME_MS = 60 * 1000

/** What a ticket is good for. */
interface TicketPurpose {
  sessionId: string
  list: ExportedListName
  /** JSON. */
  filter: string
}

/** A ticket for one download. */
export function createTicket(secretKey: string, purpose: TicketPurpose, now: Date): string {
  const nonce = `${createToken()}.${now.getTime() + LIFETIME_MS}`
  return `${nonce}.${computeTicketMac(secretKey, purpose, nonce)}`
}

/** Whether the ticket is for this and not over. That it serves once is up to `operator_actions`. */
export function isTicketFor(
  secretKey: string,
  purpose: TicketPurpose,
  { ticket, now }: { ticket: string; now: Date },
): boolean {
  const [token = '', until = '', mac = ''] = ticket.split('.')
  const isOurs = secretKeysOf(secretKey).some((key) =>
    isSameText(mac, computeTicketMac(key, purpose, `${token}.${until}`)),
  )
  return isOurs && Number(until) > now.getTime()
}

function computeTicketMac(
  secretKey: string,
  { sessionId, list, filter }: TicketPurpose,
  nonce: string,
): string {
  const key = derivePurposeKey(secretKey, 'console-export')
  return computeMac(key, nonce, sessionId, list, filter).toString('base64url')
}
