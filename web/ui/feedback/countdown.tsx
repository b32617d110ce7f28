import { useEffect, useEffectEvent, useReducer } from 'react'
import { formatDuration } from '../../lib/format/duration.ts'
import { useServerTime } from '../../lib/clock.ts'

interface CountdownProps {
  /** ISO time. */
  until: string
  /** Called once, when the time is reached while the page is open. */
  onEnd?: () => void
}

/** The time left, in seconds. `role="timer"` keeps screen readers from reading every tick. */
export function Countdown({ until, onEnd }: CountdownProps) {
  const seconds = useSecondsUntil(Date.parse(until))
  const isOver = seconds === 0
  const end = useEffectEvent(() => onEnd?.())

  useEffect(() => {
    if (isOver) end()
  }, [isOver])

  return (
    <span className="number" role="timer">
      {formatDuration(seconds)}
    </span>
  )
}

/**
 * Whole seconds left until a moment (ms since 1970), by the server's clock; updated every second down to 0, and from there
 * when an answer shows that the visitor's clock alone was set forward.
 */
export function useSecondsUntil(moment: number): number {
  const seconds = useServerTime((now) => Math.max(0, Math.ceil((moment - now) / 1000)))
  const isOver = seconds === 0
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [isOver])
  return seconds
}
