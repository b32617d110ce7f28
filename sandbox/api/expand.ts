import type { Change } from '../storage/state.ts'
import { invalidParam } from './errors.ts'

/** Replaces ids in an intent, or in the intents of a list, by their objects, as far as the shop asks for them. */
export function expand(change: Pick<Change, 'get'>, value: object, paths: string[]): object {
  return paths.reduce<object>((result, path) => {
    const [, list, field] = /^(data\.)?(latest_charge|payment_method)$/.exec(path) ?? []
    if (field === undefined) throw invalidParam('expand', `'${path}' cannot be expanded.`)
    if (list === undefined) return expandField(change, result, field)
    const items: unknown = Reflect.get(result, 'data')
    return {
      ...result,
      data: [items].flat().map((item) => expandField(change, Object(item), field)),
    }
  }, value)
}

function expandField(change: Pick<Change, 'get'>, value: object, field: string): object {
  const id: unknown = Reflect.get(value, field)
  if (typeof id !== 'string') return value
  const found =
    field === 'latest_charge' ? change.get('charges', id) : change.get('paymentMethods', id)?.method
  return { ...value, [field]: found }
}
