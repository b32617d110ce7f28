import type { ConsoleCall } from '#contract/console/console-call.ts'
import { readConsoleSession } from '#contract/console/staff/sign-in.ts'
import type { CallInputOf, OutputOf } from '#contract/endpoint.ts'
import { type Envelope, envelope, isSuccess } from '#contract/envelope.ts'
import type { Failure } from '#web/lib/call/classify-failure.ts'
import { toCallError, type ToastOptions } from '#web/lib/call/failure-toast.ts'
import { searchOf } from '#web/lib/href.ts'
import { askConfirmation, settleConfirmation } from './confirmation.ts'
import { changeSession, currentSession } from './session.ts'
import { readServerTime } from '#web/lib/clock.ts'

const TIMEOUT_MS = 15_000

export interface CallOptions extends ToastOptions {
  /** Aborts the call, without a toast. */
  signal?: AbortSignal
  /** For calls that send much. */
  timeoutMs?: number
}

/** A value of a query. */
type Plain = string | number | undefined

type Outcome<Data> = { kind: 'data'; data: Data } | Failure

/**
 * Makes one call of the console and returns its data; every failure rejects with a CallError. A 401 shows the
 * sign-in page, CONFIRMATION_NEEDED the confirmation dialog, after which the call is made again.
 */
export async function callConsole<E extends ConsoleCall>(
  endpoint: E,
  input: CallInputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  if (endpoint.method === 'POST' && currentSession().csrf === '') await readSession()
  let outcome = await attempt(endpoint, input, options)
  if (codeOf(outcome) === 'CSRF') {
    await readSession()
    outcome = await attempt(endpoint, input, options)
  }
  if (codeOf(outcome) === 'CONFIRMATION_NEEDED' && (await askConfirmation())) {
    outcome = await attempt(endpoint, input, options)
  }
  if (outcome.kind === 'data') return outcome.data
  if (outcome.kind === 'answer' && outcome.status === 401) {
    settleConfirmation(false)
    changeSession({ operator: null })
    void readWhySignedOut()
  }
  throw toCallError(outcome, options)
}

let reading: Promise<void> | undefined

/** Reads who is signed in; concurrent callers share one request. */
export function readSession(): Promise<void> {
  reading ??= callConsole(readConsoleSession, {}, { isQuiet: true, isSilent: true })
    .then((session) => changeSession({ ...session, isRead: true }))
    .finally(() => (reading = undefined))
  return reading
}

/** For the sign-in page: whether the session began elsewhere. Who is signed in is left as it is. */
async function readWhySignedOut(): Promise<void> {
  try {
    const session = await callConsole(readConsoleSession, {}, { isOnlyLogged: true })
    const { operator: _, ...rest } = session
    changeSession(rest)
  } catch {
    // the sign-in page works without it
  }
}

function codeOf(outcome: Outcome<unknown>): string | undefined {
  return outcome.kind === 'answer' ? outcome.body?.code : undefined
}

async function attempt<E extends ConsoleCall>(
  endpoint: E,
  input: CallInputOf<E>,
  {
    signal: given = new AbortController().signal,
    timeoutMs = TIMEOUT_MS,
  }: Pick<CallOptions, 'signal' | 'timeoutMs'>,
): Promise<Outcome<OutputOf<E>>> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([given, timeout])
  try {
    const response = await fetch(...requestOf(endpoint, input, signal))
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
    const isChange = endpoint.method === 'POST'
    return { kind: 'noAnswer', isOnline: navigator.onLine, isChange }
  }
}

function requestOf<E extends ConsoleCall>(
  { method, path }: E,
  input: CallInputOf<E>,
  signal: AbortSignal,
): [string, RequestInit] {
  const common = { method, credentials: 'same-origin', signal } as const
  if (method === 'GET') {
    const search = searchOf(Object.fromEntries(Object.entries<Plain>(input ?? {})))
    return [path + search, { ...common, headers: { accept: 'application/json' } }]
  }
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-console-csrf': currentSession().csrf,
  }
  return [path, { ...common, headers, body: JSON.stringify(input) }]
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    return envelope.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
