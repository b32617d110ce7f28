import { useState } from 'react'

/** Hands an error of an event handler to the nearest error screen, as if rendering had thrown it. */
export function useCrash(): (error: unknown) => void {
  const [crashed, setCrashed] = useState<{ error: unknown }>()
  if (crashed) throw crashed.error
  return (error) => setCrashed({ error })
}
