import type { CreditEntry, Order, User } from '#contract/shapes.ts'
import { sampleState } from './sample-state.ts'

/** What the mock server remembers, for as long as the tab is open. */
export interface MockState {
  user: User
  credit: { amount: number; expiresAt: string | null }[]
  /** Newest first, as are the movements. */
  orders: Order[]
  entries: CreditEntry[]
  sessions: { id: string; device: string; ip: string; createdAt: string; lastSeenAt: string }[]
  /** The account is to be closed. */
  isClosing: boolean
}

const KEY = 'mock-state'

let state: MockState | undefined

export function mockState(): MockState {
  state ??= read() ?? sampleState()
  return state
}

/** To be called after every change: the next document of the tab begins with it. */
export function keepMockState(): void {
  sessionStorage.setItem(KEY, JSON.stringify(mockState()))
}

/** Begins anew. */
export function forgetMockState(): void {
  sessionStorage.removeItem(KEY)
  state = undefined
}

function read(): MockState | undefined {
  const kept = sessionStorage.getItem(KEY)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this very module has written it
  return kept === null ? undefined : (JSON.parse(kept) as MockState)
}

export function balanceOf({ credit }: MockState): number {
  return credit.reduce((sum, { amount }) => sum + amount, 0)
}
