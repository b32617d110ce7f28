import { useRef, useState } from 'react'
import { type ConsoleCheck, runCheck } from '#contract/console/settings/settings.ts'
import { CallError } from '#web/lib/call/classify-failure.ts'
import { useCrash } from '#web/ui/feedback/use-crash.ts'
import { callConsole } from '../lib/call.ts'

/** How far one check has come. */
export interface CheckState {
  isRunning: boolean
  /** The newest finding; undefined before the first. */
  result?: ConsoleCheck
  /** Why there is none: the console itself did not answer. */
  failure?: string
}

export interface Checks {
  states: Readonly<Record<string, CheckState>>
  /** Runs those that do not run already, all at the same time. */
  run: (ids: readonly string[]) => void
}

export function useChecks(): Checks {
  const [states, setStates] = useState<Readonly<Record<string, CheckState>>>({})
  const running = useRef(new Set<string>())
  const crash = useCrash()
  const set = (id: string, state: CheckState) => setStates((now) => ({ ...now, [id]: state }))

  async function runOne(id: string) {
    if (running.current.has(id)) return
    running.current.add(id)
    setStates((now) => ({ ...now, [id]: { ...now[id], isRunning: true } }))
    try {
      const result = await callConsole(runCheck, { id }, { isQuiet: true })
      set(id, { isRunning: false, result })
    } catch (error) {
      if (!(error instanceof CallError)) return crash(error)
      set(id, { isRunning: false, failure: error.message })
    } finally {
      running.current.delete(id)
    }
  }

  return {
    states,
    run(ids) {
      for (const id of ids) void runOne(id)
    },
  }
}
