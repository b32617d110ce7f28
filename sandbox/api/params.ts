import { invalidParam, isMissing } from './errors.ts'
import type { Form } from './form.ts'

const LONGEST_TEXT = 5000

/** Typed access to the parameters of one call; `finish` refuses those that were not read. */
export interface Params {
  /** Undefined when absent; an empty text stands for "unset". */
  text(name: string, longest?: number): string | undefined
  /** Refuses an absent or empty text. */
  requiredText(name: string): string
  integer(name: string): number | undefined
  flag(name: string): boolean | undefined
  choice<Value extends string>(name: string, values: readonly Value[]): Value | undefined
  texts(name: string): string[]
  group(name: string): Params | undefined
  /** Those of before with the given ones over them; an empty text takes a key away. */
  metadata(): (before?: Record<string, string>) => Record<string, string>
  /** Accepts a parameter that has no effect here. */
  ignore(name: string): void
  /** Refuses unknown parameters. */
  finish(): void
}

export function readParams(form: Form, prefix = ''): Params {
  const unread = new Set(Object.keys(form))
  const groups: Params[] = []
  const full = (name: string): string => (prefix === '' ? name : `${prefix}[${name}]`)

  function take(name: string): string | Form | undefined {
    unread.delete(name)
    return form[name]
  }

  function text(name: string, longest = LONGEST_TEXT): string | undefined {
    const value = take(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw invalidParam(full(name), `${full(name)} has no parts.`)
    if (value.length <= longest) return value
    throw invalidParam(
      full(name),
      `${full(name)} has ${value.length} characters, at most ${longest} are allowed.`,
    )
  }

  function parts(name: string): Form | undefined {
    const value = take(name)
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string') throw invalidParam(full(name), `${full(name)} needs parts.`)
    return value
  }

  function integer(name: string): number | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    if (/^-?\d{1,15}$/.test(value)) return Number(value)
    throw invalidParam(full(name), `${full(name)} is no integer.`, 'parameter_invalid_integer')
  }

  function group(name: string): Params | undefined {
    const value = parts(name)
    if (value === undefined) return undefined
    const inner = readParams(value, full(name))
    groups.push(inner)
    return inner
  }

  return {
    text,
    integer,
    group,
    requiredText(name) {
      const value = text(name)
      if (value === undefined) throw isMissing(full(name))
      if (value !== '') return value
      throw invalidParam(full(name), `${full(name)} is empty.`, 'parameter_invalid_empty')
    },
    flag(name) {
      const value = text(name)
      if (value === undefined) return undefined
      // Python's form encoders write True and False
      if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
      throw invalidParam(full(name), `${full(name)} is neither true nor false.`)
    },
    choice(name, values) {
      const value = text(name)
      if (value === undefined) return undefined
      const found = values.find((each) => each === value)
      if (found !== undefined) return found
      throw invalidParam(full(name), `${full(name)} has to be one of ${values.join(', ')}.`)
    },
    texts(name) {
      // `a[]=x&a[]=y` has its texts one level deeper
      return Object.values(parts(name) ?? {})
        .flatMap((each) => (typeof each === 'string' ? each : Object.values(each)))
        .filter((each) => typeof each === 'string')
    },
    metadata: () => readMetadata(parts('metadata') ?? {}, full('metadata')),
    ignore: (name) => void take(name),
    finish() {
      for (const name of unread) {
        throw invalidParam(full(name), `${full(name)} is unknown here.`, 'parameter_unknown')
      }
      for (const each of groups) each.finish()
    },
  }
}

function readMetadata(form: Form, param: string): ReturnType<Params['metadata']> {
  const entries = Object.entries(form).map(([key, value]): [string, string] => {
    if (typeof value === 'string') return [key, value]
    throw invalidParam(`${param}[${key}]`, `${param}[${key}] has no parts.`)
  })
  return (before = {}) => {
    const merged = Object.entries({ ...before, ...Object.fromEntries(entries) })
    return Object.fromEntries(merged.filter(([, value]) => value !== ''))
  }
}
