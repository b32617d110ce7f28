import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { useCrash } from '../../ui/feedback/use-crash.ts'
import { isSettled } from './payment-status.ts'

/** Seconds after opening at which the order is queried: often at first, then less. */
const ASK_AT_S = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 60]

export interface PaymentWatch {
  order: Order | undefined
  /** False once the payment is settled, and after a minute. */
  isPolling: boolean
  /** The last query got no response. */
  isOffline: boolean
  /** There is no such order for this user. */
  isMissing: boolean
  /** Queries for another minute. */
  retry: () => void
}

/** Queries an order until its payment is settled, for at most a minute. */
export function usePaymentWatch(orderId: string): PaymentWatch {
  const [round, setRound] = useState(0)
  const [order, setOrder] = useState<Order>()
  const [isPolling, setIsAsking] = useState(true)
  const [isOffline, setIsCutOff] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const crash = useCrash()
  const crashOn = useEffectEvent(crash)

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    /** The toast of an outage is shown once, not at each query. */
    let isToldOutage = false

    /** True when no further query is needed. */
    async function ask(): Promise<boolean> {
      try {
        const shown = isToldOutage ? { isSilent: true } : { isQuiet: true }
        const answer = await call(api.recharge.queryOrder, { orderId }, { signal, ...shown })
        isToldOutage = false
        setOrder(answer.order)
        setIsCutOff(false)
        return isSettled(answer.order)
      } catch (error) {
        if (signal.aborted) return true
        if (!(error instanceof CallError) || error.status === 401) throw error
        const isRefused = error.status === 400 || error.status === 404
        setIsMissing(isRefused)
        setIsCutOff(!isRefused)
        isToldOutage = true
        return isRefused
      }
    }

    async function watch() {
      setIsAsking(true)
      const start = performance.now()
      for (const second of ASK_AT_S) {
        const waitMs = start + second * 1000 - performance.now()
        // Moments that passed during a slow response are skipped.
        if (waitMs < 0 && second > 0) continue
        await sleep(waitMs, signal)
        if (signal.aborted || (await ask())) break
      }
      if (!signal.aborted) setIsAsking(false)
    }
    watch().catch((error: unknown) => crashOn(error))
    return () => leaving.abort()
  }, [orderId, round])

  return { order, isPolling, isOffline, isMissing, retry: () => setRound((now) => now + 1) }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
