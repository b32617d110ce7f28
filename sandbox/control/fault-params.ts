import { invalidParam } from '../api/errors.ts'
import type { Params } from '../api/params.ts'
import {
  callFaults,
  DELAY_MS,
  webhookFaults,
  type CallFault,
  type FaultPlan,
  type FaultRule,
  type WebhookFault,
} from '../faults/plan.ts'

const LONGEST_DELAY_MS = 10 * 60 * 1000
const MOST_RULES = 100

export function readPlan(params: Params): FaultPlan {
  return {
    seed: params.integer('seed') ?? 1,
    calls: readRules(params, 'calls', readCallRule),
    webhooks: readRules(params, 'webhooks', readWebhookRule),
  }
}

function readRules<Rule>(params: Params, name: string, read: (rule: Params) => Rule): Rule[] {
  const list = params.group(name)
  const rules: Rule[] = []
  for (let place = 0; place < MOST_RULES; place++) {
    const rule = list?.group(String(place))
    if (rule !== undefined) rules.push(read(rule))
  }
  return rules
}

export function readCallRule(params: Params): FaultRule<CallFault> {
  return readRule(params, callFaults)
}

export function readWebhookRule(params: Params): FaultRule<WebhookFault> {
  return readRule(params, webhookFaults)
}

function readRule<Fault extends string>(
  params: Params,
  faults: readonly Fault[],
): FaultRule<Fault> {
  const fault = params.choice('fault', faults)
  if (fault === undefined) throw invalidParam('fault', 'fault is required.', 'parameter_missing')
  const percent = Number(params.text('percent') || 100)
  if (!(percent >= 0 && percent <= 100)) {
    throw invalidParam('percent', 'percent has to be from 0 to 100.')
  }
  const delayText = params.text('delay_ms')
  const delayMs = delayText ? Number(delayText) : DELAY_MS
  if (!(Number.isInteger(delayMs) && delayMs >= 0 && delayMs <= LONGEST_DELAY_MS)) {
    throw invalidParam('delay_ms', `delay_ms has to be from 0 to ${LONGEST_DELAY_MS}.`)
  }
  return { on: params.text('on', 100) || '*', fault, percent, delayMs }
}
