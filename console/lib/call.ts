import type { ConsoleCall } from '#contract/console/console-call.ts'
import { readConsoleSession } from '#contract/console/staff/sign-in.ts'
import type { CallInputOf, OutputOf } from '#contract/endpoint.ts'
import { attempt, type Outcome } from '#web/lib/call/attempt.ts'
import { toCallError, type ToastOptions } from '#web/lib/call/failure-toast.ts'
import { searchOf } from '#web/lib/href.ts'
import { askConfirmation, settleConfirmation } from './confirmation.ts'
import { changeSession, currentSession } from './session.ts'

const TIMEOUT_MS = 15_000

export interface CallOptions extends ToastOptions {
  /** Aborts the call, without a toast. */
  signal?: AbortSignal
  /** For calls that send much. */
  timeoutMs?: number
}

/** A value of a query. */
type Plain = string | number | undefined

/**
 * Makes one call of the console and returns its data; every failure rejects with a CallError. A 401 shows the
 * sign-in page, CONFIRMATION_NEEDED the confirmation dialog, after which the call is made again.
 */
export async function callConsole<E extends ConsoleCall>(
  endpoint: E,
  input: CallInputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const { signal, timeoutMs = TIMEOUT_MS } = options
  const limits = { signals: signal ? [signal] : [], timeoutMs }
  const send = () => attempt(endpoint, requestOf(endpoint, input), limits)
  if (endpoint.method === 'POST' && currentSession().csrf === '') await readSession()
  let outcome = await send()
  if (codeOf(outcome) === 'CSRF') {
    await readSession()
    outcome = await send()
  }
  if (codeOf(outcome) === 'CONFIRMATION_NEEDED' && (await askConfirmation())) outcome = await send()
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

function requestOf<E extends ConsoleCall>(
  { method, path }: E,
  input: CallInputOf<E>,
): [string, RequestInit] {
  const common = { credentials: 'same-origin' } as const
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
