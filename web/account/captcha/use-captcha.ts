import { type RefObject, useRef, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { CallError } from '../../lib/call/failure.ts'
import { useSite } from '../../lib/site.ts'
import type { Proof } from './altcha.ts'

export type CaptchaState = 'idle' | 'working' | 'passed' | 'failed'

export interface Captcha {
  state: CaptchaState
  /** Where an outside provider shows its widget. */
  box: RefObject<HTMLDivElement | null>
  /** Begins the check, unless an unused one is there or on its way. */
  start: () => void
  /**
   * Makes a call that needs a passed check, with a fresh one each time, and once more when the
   * server finds that one used up. Undefined when the check did not come through: its row says so.
   */
  guard: <T>(make: (token: string) => Promise<T>) => Promise<T | undefined>
}

/** The check that the visitor is no program: one that solves itself, or an outside provider's. */
export function useCaptcha(): Captcha {
  const { provider, siteKey } = useSite().captcha
  const [state, setState] = useState<CaptchaState>('idle')
  const box = useRef<HTMLDivElement>(null)
  const unused = useRef<Promise<Proof | undefined>>(undefined)

  async function prove(): Promise<Proof> {
    if (provider === 'altcha') {
      const { solveAltcha } = await loadChunk(() => import('./altcha.ts'))
      return solveAltcha()
    }
    const { solveWidget } = await loadChunk(() => import('./captcha-widget.ts'))
    if (box.current === null) throw new Error('There is no place for the captcha')
    return solveWidget(provider, siteKey, box.current)
  }

  function begin(): Promise<Proof | undefined> {
    setState('working')
    const proving = prove().then(
      (proof) => {
        setState('passed')
        return proof
      },
      () => {
        unused.current = undefined
        setState('failed')
        return undefined
      },
    )
    unused.current = proving
    return proving
  }

  async function take(): Promise<string | undefined> {
    let proof = await (unused.current ?? begin())
    if (proof && proof.expiresAt <= Date.now()) proof = await begin()
    unused.current = undefined
    return proof?.token
  }

  async function guard<T>(make: (token: string) => Promise<T>): Promise<T | undefined> {
    const token = await take()
    if (token === undefined) return undefined
    try {
      return await make(token)
    } catch (error) {
      if (!isRefusedCheck(error)) throw error
      const another = await take()
      return another === undefined ? undefined : make(another)
    }
  }

  return {
    state,
    box,
    start: () => {
      if (!unused.current) void begin()
    },
    guard,
  }
}

function isRefusedCheck(error: unknown): boolean {
  return error instanceof CallError && error.code === 'CAPTCHA_FAILED'
}
