import { type RefObject, useRef, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { useSite } from '../../lib/site.ts'
import type { CaptchaProof } from './altcha.ts'
import { now } from '../../lib/clock.ts'

export type CaptchaState = 'idle' | 'working' | 'passed' | 'failed'

export interface Captcha {
  state: CaptchaState
  /** The element for an external provider's widget. */
  box: RefObject<HTMLDivElement | null>
  /** Starts solving, unless an unused proof exists or is in progress. */
  start: () => void
  /**
   * Makes a call with a fresh token, and once more with another one when the server refuses the token.
   * Resolves to undefined when the captcha was not solved, which `CaptchaRow` shows.
   */
  callWithToken: <T>(make: (token: string) => Promise<T>) => Promise<T | undefined>
}

/** The captcha: a self-hosted one that needs no action, or an external provider's widget. */
export function useCaptcha(): Captcha {
  const { provider, siteKey } = useSite().captcha
  const [state, setState] = useState<CaptchaState>('idle')
  const box = useRef<HTMLDivElement>(null)
  const unused = useRef<Promise<CaptchaProof | undefined>>(undefined)

  async function solve(): Promise<CaptchaProof> {
    if (provider === 'altcha') {
      const { solveAltcha } = await loadChunk(() => import('./altcha.ts'))
      return solveAltcha()
    }
    const { solveWidget } = await loadChunk(() => import('./captcha-widget.ts'))
    if (box.current === null) throw new Error('There is no place for the captcha')
    return solveWidget(provider, siteKey, box.current)
  }

  function startSolving(): Promise<CaptchaProof | undefined> {
    setState('working')
    const solving = solve().then(
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
    unused.current = solving
    return solving
  }

  async function consumeToken(): Promise<string | undefined> {
    let proof = await (unused.current ?? startSolving())
    if (proof && proof.expiresAt <= now()) proof = await startSolving()
    unused.current = undefined
    return proof?.token
  }

  async function callWithToken<T>(make: (token: string) => Promise<T>): Promise<T | undefined> {
    const token = await consumeToken()
    if (token === undefined) return undefined
    try {
      return await make(token)
    } catch (error) {
      if (!isTokenRefused(error)) throw error
      const another = await consumeToken()
      return another === undefined ? undefined : make(another)
    }
  }

  return {
    state,
    box,
    start: () => {
      if (!unused.current) void startSolving()
    },
    callWithToken,
  }
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof CallError && error.code === 'CAPTCHA_FAILED'
}
