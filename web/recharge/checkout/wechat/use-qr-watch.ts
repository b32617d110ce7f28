import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../../../lib/call/call.ts'
import { CallError } from '../../../lib/call/classify-failure.ts'
import { useCrash } from '../../../ui/feedback/use-crash.ts'

/** Seconds between queries: often while most people pay, then less. */
const PAUSES_S = [2, 2, 2, 2, 3, 3, 5, 5, 8, 10]

interface QrWatch {
  order: Order | undefined
  /** Queries at once; a failure is shown to the visitor. */
  query: () => Promise<void>
}

/**
 * Queries an order whose QR code is shown, until it is paid, closed or refused on the phone; at once
 * when the visitor returns to the page from the wallet app.
 */
export function useQrWatch(orderId: string, onEnd: (order: Order) => void): QrWatch {
  const [order, setOrder] = useState<Order>()
  const crash = useCrash()
  const crashOn = useEffectEvent(crash)
  const receiveNow = useEffectEvent(receive)

  function receive(newer: Order): boolean {
    const isFinished = newer.state !== 'pending' || newer.failure !== undefined
    setOrder(newer)
    if (isFinished) onEnd(newer)
    return isFinished
  }

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving

    /** True when no further query is needed. */
    async function ask(): Promise<boolean> {
      try {
        const answer = await call(api.recharge.queryOrder, { orderId }, { signal, isSilent: true })
        return signal.aborted || receiveNow(answer.order)
      } catch (error) {
        if (signal.aborted) return true
        if (!(error instanceof CallError) || error.status === 401) throw error
        return false
      }
    }

    async function watch() {
      for (let round = 0; !(await ask()); round++) {
        await pause(PAUSES_S[Math.min(round, PAUSES_S.length - 1)]! * 1000, signal)
      }
    }
    watch().catch((error: unknown) => crashOn(error))
    return () => leaving.abort()
  }, [orderId])

  return {
    order,
    async query() {
      const answer = await call(api.recharge.queryOrder, { orderId })
      receive(answer.order)
    },
  }
}

/** Ends early when the page becomes visible again or is left. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    function handleVisibility() {
      if (document.visibilityState === 'visible') end()
    }
    document.addEventListener('visibilitychange', handleVisibility, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
  })
}
