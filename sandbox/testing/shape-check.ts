import { Ajv } from 'ajv'
import { readProviderSchema } from './provider-schema.ts'

/** Lists what is wrong with a value by the SDK's declarations. */
type Check = (value: unknown) => string[]

export interface ShapeCheck {
  /** Of an answer or an event; empty when nothing is wrong. */
  findFaults: Check
  /** The same for what browsers see of an object: fields may be missing, but none may be new. */
  findPartFaults: Check
}

export async function createShapeCheck(): Promise<ShapeCheck> {
  const definitions = await readProviderSchema()
  const partial = Object.entries(definitions).map(([name, each]) => [
    name,
    { ...each, required: [] },
  ])
  const checkPart = compile(Object.fromEntries(partial))

  // the declarations do not describe the object of an event: it is checked by its own `object` field
  const { properties } = definitions['event'] ?? {}
  const event = { ...definitions['event'], properties: { ...Object(properties), data: {} } }
  const check = compile({ ...definitions, event })

  function findFaults(value: unknown): string[] {
    const { object: name, error, data, ...list } = partsOf(value)
    if (error !== undefined) return check('error', error)
    if (name === 'list') return [...findItemFaults(data, findFaults), ...findListFaults(list)]
    if (name !== 'event') return check(String(name), value)
    return [...check('event', value), ...findDataFaults(partsOf(data))]
  }

  function findDataFaults({ object, previous_attributes: before, ...rest }: Parts): string[] {
    const name = String(partsOf(object)['object'])
    const known = Object.keys(partsOf(definitions[name]?.['properties']))
    const unknown = Object.keys(partsOf(before)).filter((attribute) => !known.includes(attribute))
    return [
      ...findFaults(object),
      ...[...unknown, ...Object.keys(rest)].map((each) => `data: ${each}`),
    ]
  }

  return {
    findFaults,
    findPartFaults: (value) => checkPart(String(partsOf(value)['object']), value),
  }
}

type Parts = Record<string, unknown>

function partsOf(value: unknown): Parts {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function findItemFaults(data: unknown, findFaults: Check): string[] {
  return Array.isArray(data) ? data.flatMap(findFaults) : ['a list without data']
}

function findListFaults({ has_more, url, ...rest }: Parts): string[] {
  const isWhole = typeof has_more === 'boolean' && typeof url === 'string'
  return [...(isWhole ? [] : ['a list without its facts']), ...Object.keys(rest)]
}

function compile(definitions: object): (name: string, value: unknown) => string[] {
  const ajv = new Ajv({ allErrors: true })
  ajv.addSchema({ $id: 'provider', definitions })
  return (name, value) => {
    const validate = ajv.getSchema(`provider#/definitions/${name}`)
    if (validate === undefined) return [`${name} is nothing that is declared`]
    if (validate(value) === true) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}
