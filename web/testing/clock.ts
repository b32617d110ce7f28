import { onTestFinished, vi } from 'vitest'

/** Stops countdowns until the test moves the clock by `vi.advanceTimersByTimeAsync`. */
export function stopCountdowns(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}
