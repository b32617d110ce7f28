import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import * as calls from '#contract/applications/applications.ts'
import { startApplication } from '../../testing/applications/application-client.ts'

test('the description is OpenAPI 3.1 and has every call with the fields of its body, path and query', async () => {
  await using shop = await startApplication()
  const response = await fetch(`${shop.url}/api/v1/openapi.json`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const description: unknown = await response.json()
  const validator = new Validator()
  expect(await validator.validate(Object(description))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  expect(description).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: shop.server.config.publicUrl }],
    paths: Object.fromEntries(
      Object.entries(calls).map(([operationId, { path, method, summary }]) => [
        path.replaceAll(/:(\w+)/g, '{$1}'),
        { [method.toLowerCase()]: { operationId, summary, responses: { 200: {}, 401: {} } } },
      ]),
    ),
  })
  const { paths } = Object(description)
  expect(paths['/api/v1/users/{user}/holds/{id}/capture'].post).toMatchObject({
    parameters: [
      { name: 'user', in: 'path', required: true },
      { name: 'id', in: 'path', required: true },
      { $ref: '#/components/parameters/IdempotencyKey' },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { required: ['amount'], properties: { usage: {} } } },
      },
    },
  })
  expect(paths['/api/v1/charges'].get.parameters).toMatchObject([
    { name: 'day', in: 'query', required: true },
    { name: 'cursor', in: 'query', required: false },
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 100 } },
  ])
})
