import { toast } from '../toast.ts'
import { CallError, classifyFailure, type Failure } from './classify-failure.ts'
import { reloadOnce } from './reload.ts'

/**
 * Which failures a caller shows itself. In any case an HTTP error in HTML reloads the page, and a 401 and an
 * error without a message are toasts.
 */
export interface ToastOptions {
  /** The caller shows a refusal (4xx) itself, as forms do; all else is a toast. */
  isQuiet?: boolean
  /** Outages show no toast either: for calls that are repeated or optional. */
  isSilent?: boolean
  /** No toast at all: the caller logs it. */
  isOnlyLogged?: boolean
}

/** The error of a failed call. Shows the failure as a toast, or reloads the page, unless the caller shows it. */
export function toCallError(failure: Failure, options: ToastOptions): CallError {
  const { message, show } = classifyFailure(failure)
  if (show === 'reload' && reloadOnce()) return new CallError(failure, message, true)
  const { isQuiet = false, isSilent = false, isOnlyLogged = false } = options
  const isLeftToCaller =
    isOnlyLogged ||
    (show === 'refusal' && (isQuiet || isSilent)) ||
    (show === 'outage' && isSilent) ||
    show === 'nothing'
  const error = new CallError(failure, message, !isLeftToCaller)
  if (error.isShown) toast(message, 'bad', error.status === 401 ? 'expired' : undefined)
  return error
}
