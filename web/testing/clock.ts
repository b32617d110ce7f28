import { onTestFinished, vi } from 'vitest'

/** Whatever counts down stands still until the test moves it by `vi.advanceTimersByTimeAsync`. */
export function stopCountdowns(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}
