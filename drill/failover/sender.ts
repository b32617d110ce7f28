import { envelope } from '#contract/envelope.ts'
import type { Customer } from '#harness/customers.ts'
import type { Call, Sent } from '../send.ts'

export interface Visitors {
  /** Of the proxy in front of the nodes. */
  port: number
  customers: readonly Customer[]
  apiKey: string
}

/** How requests are sent, and what they share. */
export interface Sender {
  visitors: Visitors
  isStopped: () => boolean
  /** Aborted when what is under way has to be given up. */
  giveUp: AbortSignal
  send(call: Omit<Call, 'port'>): Promise<Sent>
  findings: string[]
}

/** What a good answer holds. */
export function dataOf({ text }: Sent): unknown {
  return envelope.parse(JSON.parse(text)).data
}
