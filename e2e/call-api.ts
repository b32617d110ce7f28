import { type APIRequestContext, expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Endpoint, GivenOf, OutputOf } from '#contract/endpoint.ts'
import { envelope } from '#contract/envelope.ts'

/** A call of the contract as this visitor's pages would make it, with his cookies; it has to succeed. */
export async function callApi<E extends Endpoint>(
  request: APIRequestContext,
  endpoint: E,
  input: GivenOf<E>,
): Promise<OutputOf<E>> {
  const { method, path } = endpoint
  const isPost = method === 'POST'
  const isUnsafe = isPost || endpoint.unsafe === true
  const answer = await request.fetch(path, {
    method,
    ...(isUnsafe && { headers: { 'x-csrf-token': await csrfToken(request) } }),
    ...(isPost
      ? { data: input }
      : { params: new URLSearchParams(Object.entries(input ?? {}).map(pairOf)) }),
  })
  const body = envelope.parse(await answer.json())
  expect(body, `${method} ${path}`).toMatchObject({ statusCode: 200 })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the very schema OutputOf reads
  return endpoint.output.parse(body.data) as OutputOf<E>
}

async function csrfToken(request: APIRequestContext): Promise<string> {
  return (await callApi(request, api.site.csrfToken, {})).token
}

function pairOf([name, value]: [string, unknown]): [string, string] {
  return [name, String(value)]
}
