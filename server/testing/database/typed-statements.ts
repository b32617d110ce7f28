import { join } from 'node:path'
import {
  isNoSubstitutionTemplateLiteral,
  isTaggedTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import type { Node, SourceFile, TaggedTemplateExpression } from 'typescript/unstable/ast'
import {
  API,
  SymbolFlags,
  type Checker,
  type Type,
  type TypeReference,
} from 'typescript/unstable/sync'

/** What a property of a row type takes: `null` for one that takes more than one kind, such as JSON. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | null

/** A statement of the server's code, and the row type that the compiler has for its result. */
export interface TypedStatement {
  /** `file:line`. */
  place: string
  text: string
  row: ReadonlyMap<string, ValueKind>
}

const SERVER = join(import.meta.dirname, '..', '..')
const CONFIG = join(SERVER, '..', 'tsconfig.node.json')

/** Every statement of the server outside of its tests whose text is constant but for its conditions. */
export function typedStatements(): TypedStatement[] {
  const api = new API()
  try {
    const snapshot = api.updateSnapshot({ openProjects: [CONFIG] })
    const { checker, program } = snapshot.getProject(CONFIG)!
    return program
      .getSourceFileNames()
      .filter((name) => name.startsWith(`${SERVER}/`) && !/\.test\.ts$|\/testing\//.test(name))
      .flatMap((name) => statementsIn(program.getSourceFile(name)!, checker))
  } finally {
    api.close()
  }
}

function statementsIn(file: SourceFile, checker: Checker): TypedStatement[] {
  const found: TypedStatement[] = []
  function visit(node: Node): void {
    node.forEachChild(visit)
    if (!isTaggedTemplateExpression(node) || !isQuery(node.tag, checker)) return
    const line = file.text.slice(0, node.getStart(file)).split('\n').length
    const text = textOf(node, checker)
    if (text === null) return
    found.push({
      place: `${file.fileName.slice(SERVER.length + 1)}:${line}`,
      text,
      row: propertiesOf(rowTypeOf(node, checker), checker),
    })
  }
  visit(file)
  return found
}

function isQuery(tag: Node, checker: Checker): boolean {
  const type = checker.getTypeAtLocation(tag)
  return type !== undefined && /^(Query|Sql)$/.test(checker.typeToString(type))
}

/** Null for a text that is known at run time only. */
function textOf({ template }: TaggedTemplateExpression, checker: Checker): string | null {
  if (isNoSubstitutionTemplateLiteral(template)) return template.text
  let [text, parameters] = [template.head.text, 0]
  for (const { expression, literal } of template.templateSpans) {
    const type = checker.getTypeAtLocation(expression)
    const isFragment = type !== undefined && checker.typeToString(type) === 'Fragment'
    const part = isFragment ? fragmentText(expression, text, checker) : `$${(parameters += 1)}`
    if (part === null) return null
    text += part + literal.text
  }
  return text
}

/** The text of a fragment in a constant; any condition, and null, for another that stands behind `text`. */
function fragmentText(expression: Node, text: string, checker: Checker): string | null {
  const named = checker.getSymbolAtLocation(expression)
  const constant =
    named && named.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named
  const declaration = constant?.valueDeclaration?.resolve()
  if (
    declaration &&
    isVariableDeclaration(declaration) &&
    declaration.initializer &&
    isTaggedTemplateExpression(declaration.initializer)
  )
    return textOf(declaration.initializer, checker)
  return /\b(where|and)\s+$/.test(text) ? 'true' : null
}

/** `Row` of the `Promise<Row[]>` that the call returns, written out or inferred. */
function rowTypeOf(node: TaggedTemplateExpression, checker: Checker): Type {
  const signature = checker.getResolvedSignature(node)!
  const rows = typeArgument(checker.getReturnTypeOfSignature(signature)!, checker)
  return typeArgument(rows, checker)
}

function typeArgument(type: Type, checker: Checker): Type {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Promise and Array are references
  return checker.getTypeArguments(type as TypeReference)[0]!
}

function propertiesOf(row: Type, checker: Checker): Map<string, ValueKind> {
  const properties = checker.getPropertiesOfType(row)
  return new Map(
    properties.map((property) => {
      const type = checker.getNonNullableType(checker.getTypeOfSymbol(property)!)!
      return [property.name, kindOf(type, checker)]
    }),
  )
}

function kindOf(type: Type, checker: Checker): ValueKind {
  if (checker.isTypeAssignableTo(type, checker.getStringType())) return 'string'
  if (checker.isTypeAssignableTo(type, checker.getNumberType())) return 'number'
  if (checker.isTypeAssignableTo(type, checker.getBooleanType())) return 'boolean'
  const [name] = checker.typeToString(type).split('<')
  return name === 'Date' || name === 'Buffer' ? name : null
}
