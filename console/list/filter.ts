import type { Query } from '#web/lib/query.ts'

interface Choice {
  value: string
  label: string
}

/** One filter of a list, which the address holds under `name`. */
export type FilterField =
  | { kind: 'choice'; name: string; label: string; choices: readonly Choice[] }
  | {
      kind: 'text'
      name: string
      label: string
      placeholder: string
      /** How its chip shows a value; absent: as it is. */
      show?: (value: string) => string
    }
  /** On or off: '1' or nothing. */
  | { kind: 'switch'; name: string; label: string }
  /** Two days under `from` and `to`, both included. */
  | { kind: 'days'; label: string }

/** Values by their names, without empty ones. */
export type Filter = Readonly<Record<string, string>>

export function namesOf(field: FilterField): string[] {
  return field.kind === 'days' ? ['from', 'to'] : [field.name]
}

/** The filters that an address names; a choice that does not exist is left out. */
export function readFilter(fields: readonly FilterField[], query: Query): Filter {
  const filter: Record<string, string> = {}
  for (const field of fields) {
    for (const name of namesOf(field)) {
      const value = query[name] ?? ''
      if (value !== '' && isPossible(field, value)) filter[name] = value
    }
  }
  return filter
}

/** What a chip shows of its filter; undefined while it is off. */
export function shownValue(field: FilterField, filter: Filter): string | undefined {
  if (field.kind === 'days') return shownDays(filter)
  const value = filter[field.name]
  if (value !== undefined && field.kind === 'text') return field.show?.(value) ?? value
  if (value === undefined || field.kind !== 'choice') return value
  return field.choices.find((choice) => choice.value === value)?.label
}

/** Whether two filters are the same, whatever the order of their names. */
export function isSameFilter(one: Filter, other: Filter): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}

function isPossible(field: FilterField, value: string): boolean {
  if (field.kind === 'switch') return value === '1'
  return field.kind !== 'choice' || field.choices.some((choice) => choice.value === value)
}

function shownDays({ from, to }: Filter): string | undefined {
  if (from === undefined && to === undefined) return undefined
  if (from === to) return from
  if (to === undefined) return `${from} 起`
  return from === undefined ? `到 ${to}` : `${from} 至 ${to}`
}
