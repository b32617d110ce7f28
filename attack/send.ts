import { envelope } from '#contract/envelope.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { fetchCsrfToken } from '#harness/customers.ts'
import { type Reply, sendRequest } from '#harness/send-request.ts'

/** Posts JSON as a page of the shop does. */
export function post(
  address: string,
  input: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  return sendRequest(address, {
    method: 'POST',
    headers: { ...BROWSER_HEADERS, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
}

/** Works on all items, at most so many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next
      next += 1
      await work(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** An address of a network of its own; each number gives another one. */
export function addressOf(number: number): string {
  return `100.${64 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`
}

/** Headers of a browser without a session at this address, with its csrf token. */
export async function openVisitor(url: string, address: string): Promise<Record<string, string>> {
  const forwarded = { 'x-forwarded-for': address }
  const { token, cookie } = await fetchCsrfToken(url, forwarded)
  return { ...forwarded, cookie, 'x-csrf-token': token }
}

/** The code of the catalogue that a call was answered with; '' for a success or what is no envelope. */
export function codeOf({ text }: Reply): string {
  try {
    return envelope.parse(JSON.parse(text)).code ?? ''
  } catch {
    return ''
  }
}
