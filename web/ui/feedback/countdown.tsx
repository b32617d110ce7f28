import { useEffect, useEffectEvent, useState } from 'react'
import { formatDuration } from '../../lib/format/time.ts'
import { now } from '../../lib/clock.ts'

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

/** Whole seconds left until a moment (ms since 1970), by the server's clock; updated every second down to 0. */
export function useSecondsUntil(moment: number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    setTime(now())
    if (now() >= moment) return undefined
    const timer = setInterval(() => {
      setTime(now())
      if (now() >= moment) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [moment])
  return Math.max(0, Math.ceil((moment - time) / 1000))
}
