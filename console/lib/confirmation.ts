import { useSyncExternalStore } from 'react'

type Settle = (isConfirmed: boolean) => void

const listeners = new Set<() => void>()
let asking: { answer: Promise<boolean>; settle: Settle } | undefined

/**
 * Opens the dialog that asks for a passkey or a code. Resolves to whether the operator confirmed; calls that
 * need it at the same time share one dialog.
 */
export function askConfirmation(): Promise<boolean> {
  if (asking) return asking.answer
  const { promise, resolve } = Promise.withResolvers<boolean>()
  asking = { answer: promise, settle: resolve }
  publish()
  return promise
}

/** Closes the dialog. */
export function settleConfirmation(isConfirmed: boolean): void {
  const settled = asking
  asking = undefined
  publish()
  settled?.settle(isConfirmed)
}

/** Whether the dialog is open. */
export function useIsConfirming(): boolean {
  return useSyncExternalStore(subscribe, isConfirming, isConfirming)
}

/** The same outside of components. */
export function isConfirming(): boolean {
  return asking !== undefined
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

function publish(): void {
  for (const onChange of listeners) onChange()
}
