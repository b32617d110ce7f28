import {
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Symbol as Declared,
  type Type,
} from 'typescript/unstable/sync'

type Schema = Record<string, unknown>

export type Definitions = Record<string, Schema>

/**
 * JSON Schemas of the properties of an interface and of all that they are made of. They are
 * stricter than the types: no undeclared field, and of an open list of values the declared ones.
 */
export function describeTypes(checker: Checker, roots: Declared): Definitions {
  const definitions: Definitions = {}
  const names = new Map<number, string>()

  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(roots))
  for (const member of members) names.set(typeOf(member).id, member.name)
  for (const member of members) definitions[member.name] = describeObject(typeOf(member))
  return definitions

  function typeOf(symbol: Declared): Type {
    const type = checker.getTypeOfSymbol(symbol)
    if (type === undefined || type.isErrorType()) throw new Error(`no type of ${symbol.name}`)
    return type
  }

  function describe(type: Type): Schema {
    if (type.isUnionType()) return describeUnion(type.getTypes())
    if (type.isStringLiteralType() || type.isBooleanLiteralType()) return { const: type.value }
    if (type.flags & TypeFlags.StringLike || type.isIntersectionType()) return { type: 'string' }
    if (type.flags & TypeFlags.NumberLike) return { type: 'number' }
    if (type.flags & TypeFlags.Null) return { type: 'null' }
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return {}
    if (type.isTypeReference() && checker.isArrayType(type)) {
      return { type: 'array', items: checker.getTypeArguments(type).map(describe)[0] ?? {} }
    }
    return refer(type)
  }

  function describeUnion(types: readonly Type[]): Schema {
    const hasLiterals = types.some((type) => type.isStringLiteralType())
    const hasText = types.some(({ flags }) => flags & TypeFlags.String)
    const kept = types.filter((type) => {
      if (type.flags & TypeFlags.Undefined) return false
      // `string & {}` beside literals stands for the values of later versions.
      if (type.isIntersectionType()) return !hasLiterals
      return !(hasText && isForeign(type))
    })
    const schemas = kept.map(describe)
    return schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas }
  }

  /** An object of the provider that the sandbox has none of, so that only its id can stand there. */
  function isForeign(type: Type): boolean {
    if (!type.isObjectType() || names.has(type.id)) return false
    return checker.getPropertyOfType(type, 'object') !== undefined
  }

  function refer(type: Type): Schema {
    const name = names.get(type.id) ?? `${type.getSymbol()?.name ?? 'object'}-${type.id}`
    if (!names.has(type.id)) {
      names.set(type.id, name)
      definitions[name] = describeObject(type)
    }
    return { $ref: `#/definitions/${name}` }
  }

  function describeObject(type: Type): Schema {
    const properties = checker.getPropertiesOfType(type)
    const [index] = checker.getIndexInfosOfType(type)
    const isRequired = ({ flags }: Declared): boolean => !(flags & SymbolFlags.Optional)
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map((each) => [each.name, describe(typeOf(each))])),
      required: properties.filter(isRequired).map(({ name }) => name),
      additionalProperties: index === undefined ? false : describe(index.valueType),
    }
  }
}
