import * as z from 'zod/mini'
import * as browserCalls from '#contract/all-calls.ts'
import * as applicationCalls from '#contract/applications/applications.ts'
import { consoleApi } from '#contract/console/all-console-calls.ts'

/** A call of one of the three contracts. */
export interface FuzzedCall {
  side: 'shop' | 'api' | 'console'
  method: 'GET' | 'POST'
  path: string
  fields: Readonly<Record<string, FieldSchema>>
}

/** The part of a JSON Schema that a fitting value is made from. */
interface FieldSchema {
  type?: unknown
  enum?: unknown
  const?: unknown
  anyOf?: unknown
}

const schema = z.object({
  properties: z.optional(
    z.record(
      z.string(),
      z.looseObject({
        type: z.optional(z.unknown()),
        enum: z.optional(z.unknown()),
        const: z.optional(z.unknown()),
        anyOf: z.optional(z.unknown()),
      }),
    ),
  ),
})

interface Declared {
  method: 'GET' | 'POST'
  path: string
  input: z.ZodMiniType
}

/** Every call of the contracts of browsers, applications and console. */
export function collectCalls(): FuzzedCall[] {
  const groups: [FuzzedCall['side'], Iterable<Declared>][] = [
    ['shop', Object.values(browserCalls).flatMap((group) => Object.values<Declared>(group))],
    ['api', Object.values<Declared>(applicationCalls)],
    ['console', Object.values(consoleApi).flatMap((group) => Object.values<Declared>(group))],
  ]
  return groups.flatMap(([side, calls]) =>
    [...calls].map(({ method, path, input }) => ({ side, method, path, fields: fieldsOf(input) })),
  )
}

function fieldsOf(input: z.ZodMiniType): Readonly<Record<string, FieldSchema>> {
  const made = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return schema.parse(made).properties ?? {}
}

/** A value of the field's type; `samples` has those that refer to something that exists, by the field's name. */
export function fittingValue(
  name: string,
  field: FieldSchema,
  samples: Readonly<Record<string, unknown>>,
): unknown {
  if (name in samples) return samples[name]
  if (field.const !== undefined) return field.const
  if (Array.isArray(field.enum)) return field.enum[0]
  if (Array.isArray(field.anyOf)) return fittingValue(name, Object(field.anyOf[0]), {})
  switch (field.type) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return '1'
  }
}
