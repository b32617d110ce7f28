import { type MockState, sampleState } from './sample-state.ts'

const KEY = 'mock-state'

let state: MockState | undefined

export function mockState(): MockState {
  state ??= read() ?? sampleState()
  return state
}

/** Stores the state for the tab's next document; call it after every change. */
export function storeMockState(): void {
  sessionStorage.setItem(KEY, JSON.stringify(mockState()))
}

/** Deletes the stored state. */
export function resetMockState(): void {
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
