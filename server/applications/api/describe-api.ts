import * as z from 'zod/mini'
import type { ApplicationCall } from '#contract/applications/application-call.ts'
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Properties = Record<string, JsonSchema>

/** What every call may answer with. */
export const COMMON_FAILURES: readonly ErrorCode[] = [
  'VALIDATION',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'INTERNAL',
  'DEPENDENCY_DOWN',
]

/** The OpenAPI 3.1 description of the calls, made from the contract. */
export function describeApi(
  calls: Record<string, ApplicationCall>,
  { title, url }: { title: string; url: string },
): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url }],
    security: [{ applicationKey: [] }],
    paths,
    components: {
      securitySchemes: { applicationKey: { type: 'http', scheme: 'bearer' } },
      parameters: { IdempotencyKey: idempotencyKey },
      schemas: { Failure: failure },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: '同一用户的同一编号只生效一次：重试时原样再发',
  schema: { type: 'string', pattern: '^[\\x21-\\x7E]{1,200}$' },
}

const failure = {
  type: 'object',
  required: ['statusCode', 'code', 'message', 'data', 'requestId'],
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string' },
    message: { type: 'string' },
    data: {},
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    requestId: { type: 'string' },
  },
}

function describeCall(operationId: string, call: ApplicationCall): object {
  const { properties = {}, required = [] } = schemaOf(call.input)
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const parameterOf = (place: 'path' | 'query') => (name: string) => ({
    ...{ name, in: place, schema: properties[name] },
    // a parsed value always has a field with a default; a caller may leave it out
    required: required.includes(name) && !('default' in properties[name]!),
  })
  const hasBody = call.method !== 'GET'
  return {
    operationId,
    summary: call.summary,
    parameters: [
      ...inPath.map(parameterOf('path')),
      ...(call.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(hasBody ? [] : rest.map(parameterOf('query'))),
    ],
    ...(hasBody && {
      requestBody: {
        required: required.some((name) => rest.includes(name)),
        content: { 'application/json': { schema: bodyOf(properties, required, rest) } },
      },
    }),
    responses: { 200: success(call), ...failures(call) },
  }
}

function bodyOf(properties: Properties, required: readonly string[], names: string[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]!])),
    required: required.filter((name) => names.includes(name)),
    additionalProperties: false,
  }
}

function success({ output }: ApplicationCall): object {
  const schema = {
    type: 'object',
    required: ['statusCode', 'message', 'data'],
    properties: {
      statusCode: { const: 200 },
      message: { const: 'ok' },
      data: schemaOf(output),
    },
  }
  return { description: '成功', content: { 'application/json': { schema } } }
}

/** One response for each status, which names its codes. */
function failures({ failures: own }: ApplicationCall): Record<string, object> {
  const codes = Map.groupBy([...COMMON_FAILURES, ...own], (code) => errorCatalogue[code].status)
  return Object.fromEntries(
    [...codes].map(([status, named]) => [
      status,
      {
        description: named.map((code) => `${code}：${errorCatalogue[code].message}`).join('；'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

/** What a parsed value looks like; answers may get more fields later. */
function schemaOf(schema: z.ZodMiniType): JsonSchema & { properties?: Properties } {
  const { $schema, ...made } = z.toJSONSchema(schema, {
    io: 'output',
    override({ jsonSchema }) {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's own type is that of any draft
  return made as JsonSchema & { properties?: Properties }
}
