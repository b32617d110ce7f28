import { useEffect, useEffectEvent } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'

const EVERY_MS = 5_000

/** Queries a processing order every 5 s and hands over each response. */
export function useOrderWatch(order: Order | undefined, onResponse: (newer: Order) => void): void {
  const report = useEffectEvent(onResponse)
  const orderId = order?.state === 'processing' ? order.id : undefined

  useEffect(() => {
    if (orderId === undefined) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const timer = setInterval(() => {
      call(api.recharge.queryOrder, { orderId }, { signal, isSilent: true }).then(
        (answer) => report(answer.order),
        // The next round asks again.
        () => undefined,
      )
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [orderId])
}
