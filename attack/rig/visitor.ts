import { envelope } from '#contract/envelope.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { fetchCsrfToken } from '#harness/customers.ts'
import { type Reply, send } from './send.ts'

/** A browser without a session. */
export interface Visitor {
  /** With cookies and csrf token. */
  headers: Record<string, string>
}

/** An address of a network of its own; each number gives another one. */
export function addressOf(number: number): string {
  return `100.${64 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`
}

/** A visitor from this address. */
export async function openVisitor(url: string, address: string): Promise<Visitor> {
  const forwarded = { 'x-forwarded-for': address }
  const { token, cookie } = await fetchCsrfToken(url, forwarded)
  return { headers: { ...forwarded, cookie, 'x-csrf-token': token } }
}

/** Posts JSON as a page of the shop does. */
export function post(
  address: string,
  input: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  return send(address, {
    method: 'POST',
    headers: { ...BROWSER_HEADERS, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
}

/** The code of the catalogue that a call was answered with; '' for a success or what is no envelope. */
export function codeOf({ text }: Reply): string {
  try {
    return envelope.parse(JSON.parse(text)).code ?? ''
  } catch {
    return ''
  }
}

/** How many replies there are of each code, or of each status where there is no code. */
export function countCodes(replies: readonly Reply[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const reply of replies) {
    const code = codeOf(reply) || String(reply.status)
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}

/** Such as `8 × CODE_WRONG, 92 × RATE_LIMITED`. */
export function describeCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([code, count]) => `${count} × ${code}`)
    .join(', ')
}
