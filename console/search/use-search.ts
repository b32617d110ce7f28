import { useEffect, useEffectEvent, useState } from 'react'
import { type SearchHit, searchConsole } from '#contract/console/search.ts'
import { CallError } from '#web/lib/call/classify-failure.ts'
import { useCrash } from '#web/ui/feedback/use-crash.ts'
import { callConsole } from '../lib/call.ts'

const PAUSE_MS = 200
/** Shorter texts find too much; two Chinese characters are a name. */
const LONG_ENOUGH = /.{3}|\p{sc=Han}.*\p{sc=Han}/su

interface Answer {
  text: string
  hits: readonly SearchHit[]
  failure: string | undefined
}

export interface Search {
  /** The text that the server has answered; undefined while it is asked, and for a text that is too short. */
  answered: string | undefined
  /** What was found for the typed text; none while the server is asked. */
  hits: readonly SearchHit[]
  isSearching: boolean
  failure: string | undefined
}

const NONE: readonly SearchHit[] = []

/** Asks the server for what is typed, after a pause; typing on aborts the call before. */
export function useSearch(typed: string): Search {
  const text = typed.normalize('NFKC').trim()
  const isAsked = LONG_ENOUGH.test(text)
  const [answer, setAnswer] = useState<Answer>()
  const crash = useCrash()
  const fail = useEffectEvent((error: unknown) => {
    if (error instanceof CallError) setAnswer({ text, hits: NONE, failure: error.message })
    else crash(error)
  })

  useEffect(() => {
    if (!isAsked) return undefined
    const controller = new AbortController()
    const { signal } = controller
    async function ask() {
      try {
        const { hits } = await callConsole(
          searchConsole,
          { q: text },
          { signal, isOnlyLogged: true },
        )
        if (!signal.aborted) setAnswer({ text, hits, failure: undefined })
      } catch (error) {
        if (!signal.aborted) fail(error)
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, isAsked])

  const current = isAsked && answer?.text === text ? answer : undefined
  return {
    answered: current?.text,
    hits: current?.hits ?? NONE,
    isSearching: isAsked && current === undefined,
    failure: current?.failure,
  }
}
