/** Faults of a call, before or after it had its effect. */
export const callFaults = [
  'delay',
  'rate_limit',
  'error_before',
  'error_after',
  'drop_before',
  'drop_after',
  'reset_before',
  'reset_after',
  'hang_before',
  'hang_after',
] as const

/** Faults of the delivery of an event. */
export const webhookFaults = ['drop', 'double', 'late', 'reorder', 'altered'] as const

export type CallFault = (typeof callFaults)[number]
export type WebhookFault = (typeof webhookFaults)[number]

export interface FaultRule<Fault extends string = string> {
  /** An operation such as `refunds.create`, or a type of event; `*` at its end stands for any rest. */
  on: string
  fault: Fault
  /** Percentage of the matching calls or deliveries that get the fault, 0 to 100. */
  percent: number
  /** The delay of `delay`, `late` and `reorder`. */
  delayMs: number
}

/** The faults that are switched on. The same seed gives the same ones to the same sequence of calls. */
export interface FaultPlan {
  seed: number
  calls: FaultRule<CallFault>[]
  webhooks: FaultRule<WebhookFault>[]
}

/** How often an operation or event came up since the plan was set, and how often each fault hit it. */
export interface FaultCount {
  list: 'calls' | 'webhooks'
  /** The operation, or the type of the event. */
  name: string
  met: number
  done: Partial<Record<string, number>>
}

export const noFaults: FaultPlan = { seed: 1, calls: [], webhooks: [] }

export const DELAY_MS = 1000

/** How long events are late when a tester asks for that. */
export const LATE_MS = 30_000

/** What a tester chose for all events; undefined for the plan of a program. */
export function usualFault({ webhooks }: FaultPlan): string | undefined {
  const [rule, ...others] = webhooks
  if (rule === undefined) return 'usual'
  return others.length === 0 && rule.on === '*' && rule.percent === 100 ? rule.fault : undefined
}

/** Names of operations and types of events may be matched by their beginning. */
export function matchesPattern(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name
}

/** The name of a call as the SDK has it: `refunds.create`, `payment_intents.confirm`, `events.list`. */
export function operationOf(method: 'GET' | 'POST', path: string): string {
  const [resource = '', action = ''] = path.replace('/v1/', '').split(/\/:id\/?/)
  const isOne = path.includes('/:id')
  const usual = method === 'GET' ? (isOne ? 'retrieve' : 'list') : isOne ? 'update' : 'create'
  return `${resource}.${action || usual}`
}
