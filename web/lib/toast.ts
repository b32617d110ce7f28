export type ToastKind = 'good' | 'bad' | 'news'

export interface Toast {
  id: number
  message: string
  kind: ToastKind
  cause: string
}

/** Original specification, section 9. */
const TOAST_MS = 3_000

const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let lastId = 0

/**
 * Shows a message for 3 s. Messages of the same cause (by default the same text) are shown once at a time:
 * ten calls in an expired session show one toast.
 */
export function toast(message: string, kind: ToastKind = 'good', cause: string = message): void {
  if (toasts.some((shown) => shown.cause === cause)) return
  const id = ++lastId
  change([...toasts, { id, message, kind, cause }])
  setTimeout(() => change(toasts.filter((shown) => shown.id !== id)), TOAST_MS)
}

export function clearToasts(): void {
  change([])
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

export function subscribeToasts(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const onChange of listeners) onChange()
}
