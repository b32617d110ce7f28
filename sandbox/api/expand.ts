import type { Change } from '../storage/state.ts'
import { invalidParam } from './errors.ts'

type Lookup = Pick<Change, 'get' | 'rows'>

const DEEPEST = 4

/** Replaces the ids at these paths (`latest_charge`, `data.payment_method`) by their objects. */
export function expand(change: Lookup, value: object, paths: string[]): object {
  return paths.reduce((result, path) => {
    const steps = path.split('.')
    if (steps.length > DEEPEST) throw notExpandable(path)
    return expandPath(change, result, steps, path)
  }, value)
}

function expandPath(change: Lookup, value: object, steps: string[], path: string): object {
  const [step, ...rest] = steps
  if (step === undefined) return value
  const inner: unknown = Object.entries(value).find(([name]) => name === step)?.[1]
  if (inner === undefined && step === 'refunds' && 'object' in value && value.object === 'charge') {
    return expandPath(change, { ...value, refunds: refundsOf(change, value) }, steps, path)
  }
  if (inner === undefined) throw notExpandable(path)
  if (inner === null) return value
  if (Array.isArray(inner) && step === 'data') {
    const items = inner.map((item: object) => expandPath(change, item, rest, path))
    return { ...value, data: items }
  }
  const object = typeof inner === 'string' ? find(change, inner) : inner
  if (typeof object !== 'object' || object === null) throw notExpandable(path)
  return { ...value, [step]: expandPath(change, object, rest, path) }
}

function find(change: Lookup, id: string): object | undefined {
  if (/^(ch|py)_/.test(id)) return change.get('charges', id)
  if (id.startsWith('pi_')) return change.get('intents', id)
  if (/^(re|pyr)_/.test(id)) return change.get('refunds', id)
  if (id.startsWith('du_')) return change.get('disputes', id)
  if (id.startsWith('pm_')) return change.get('paymentMethods', id)?.method
  return undefined
}

const MOST_REFUNDS = 10

/** A charge contains its refunds only when the call expands them. */
function refundsOf(change: Lookup, charge: object): object {
  const id = 'id' in charge ? String(charge.id) : ''
  const all = change.rows('refunds').filter((refund) => refund.charge === id)
  const url = `/v1/charges/${id}/refunds`
  return {
    object: 'list',
    data: all.slice(0, MOST_REFUNDS),
    has_more: all.length > MOST_REFUNDS,
    url,
  }
}

function notExpandable(path: string): Error {
  return invalidParam('expand', `'${path}' cannot be expanded.`)
}
