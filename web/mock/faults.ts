import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'
import { clearMockLogin } from './cookies.ts'

const KEY = 'mock-fault'
const SLOW_MS = 3000

/** Failures of the network, in addition to the refusals of the error catalogue. */
const NETWORK_FAULTS = {
  html: '网关错误页 502（HTML）',
  empty: '服务器错误 500（没有说明）',
  refusal: '200 但 statusCode 不成功',
  timeout: '一直不响应',
  offline: '断网',
  unreachable: '有网络，连不上服务器',
  slow: '很慢（3 秒）',
} as const

export type FaultName = keyof typeof NETWORK_FAULTS | ErrorCode

export interface Fault {
  name: FaultName
  /** Name of the one call that fails; all when absent. */
  call?: string
}

/** Every fault with its label in the panel. */
export const faultLabels: [name: string, words: string][] = [
  ...Object.entries(NETWORK_FAULTS),
  ...Object.entries(errorCatalogue).map(([code, { status, message }]): [string, string] => [
    code,
    `${status} ${code} ${message}`,
  ]),
]

export function isFaultName(text: string): text is FaultName {
  return Object.hasOwn(NETWORK_FAULTS, text) || Object.hasOwn(errorCatalogue, text)
}

/** A number stands for the first refusal with that status: `?mock=401`. */
export function findFault(text: string): FaultName | undefined {
  if (isFaultName(text)) return text
  const found = faultLabels.find(([, words]) => words.startsWith(`${text} `))?.[0]
  return found !== undefined && isFaultName(found) ? found : undefined
}

export function currentFault(): Fault | undefined {
  const kept = sessionStorage.getItem(KEY)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this very module has written it
  return kept === null ? undefined : (JSON.parse(kept) as Fault)
}

export function chooseFault(fault: Fault | undefined): void {
  if (fault) sessionStorage.setItem(KEY, JSON.stringify(fault))
  else sessionStorage.removeItem(KEY)
}

/** Chooses the fault that the address names, as `?mock=401&mock-call=orderList`; `?mock=off` chooses none. */
export function readFaultFromAddress(search: string): void {
  const query = new URLSearchParams(search)
  const named = query.get('mock')
  if (named === null) return
  const name = findFault(named)
  const call = query.get('mock-call')
  chooseFault(name && { name, ...(call !== null && { call }) })
}

/** Fails a call; undefined when the answer still comes, as with `slow`. */
export async function failWith(
  name: FaultName,
  signal: AbortSignal,
): Promise<Response | undefined> {
  switch (name) {
    case 'html':
      return new Response('<h1>502 Bad Gateway</h1>', {
        status: 502,
        headers: { 'content-type': 'text/html' },
      })
    case 'empty':
      return new Response('', { status: 500 })
    case 'refusal':
      return Response.json({ statusCode: 500, message: '操作未成功', data: null })
    case 'timeout':
      return until(signal)
    case 'offline':
      pretendOffline()
      throw new TypeError('Failed to fetch')
    case 'unreachable':
      throw new TypeError('Failed to fetch')
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      return undefined
    default:
      return refusalOf(name)
  }
}

export function refusalOf(
  code: ErrorCode,
  details: { message?: string; fields?: Record<string, string> | undefined } = {},
): Response {
  const { status, message } = errorCatalogue[code]
  if (status === 401) clearMockLogin()
  const headers = status === 429 || status === 503 ? { 'retry-after': '30' } : undefined
  return Response.json(
    { statusCode: status, code, message, data: null, requestId: 'mock', ...details },
    { status, ...(headers && { headers }) },
  )
}

/** `navigator.onLine` is false until the failed call has been classified. */
function pretendOffline(): void {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  setTimeout(() => Reflect.deleteProperty(navigator, 'onLine'))
}

function until(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
