import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ApplicationCall } from '#contract/applications/application-call.ts'
import type { CallInputOf, OutputOf } from '#contract/endpoint.ts'
import { uuidv7 } from '../../db/ids.ts'
import { newApplication, newKeyOf } from './applications.ts'
import { adjust } from '../credit.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { oncePerFile } from '../once-per-file.ts'

interface Options {
  isFirstParty?: boolean
  /** Of the customer. */
  credit?: number
}

interface CallOptions {
  /** Idempotency-Key; null: none. */
  key?: string | null
  headers?: Record<string, string>
}

export interface ApplicationAnswer<Data> {
  status: number
  headers: Headers
  body: {
    statusCode: number
    code?: string
    message: string
    data: Data
    fields?: Record<string, string>
  }
}

/** A shop that listens; `join` brings a customer with credit and an application that calls it over HTTP. */
async function startListening(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options)
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const checkAnswer = await answerCheck(url)
  return {
    join: (given: Options = {}) => joinShop({ server, url, checkAnswer }, given),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/**
 * A shop that listens, a customer with credit, and an application that calls it over HTTP. Each answer of `call`
 * is checked against the description of the API.
 */
export async function startApplication(
  given: Options = {},
  options: Parameters<typeof startTestServer>[0] = {},
) {
  const { join, ...listening } = await startListening(options)
  return { ...(await join(given)), ...listening }
}

/** One shop for all tests of a file: each call brings another customer and another application. */
export function applicationsPerFile() {
  const shopOf = oncePerFile(() => startListening())
  return async (given: Options = {}) => (await shopOf()).join(given)
}

interface Listening {
  server: TestServer
  url: string
  checkAnswer: Awaited<ReturnType<typeof answerCheck>>
}

export type JoinedShop = Awaited<ReturnType<typeof joinShop>>

async function joinShop(
  { server, url, checkAnswer }: Listening,
  { isFirstParty = true, credit = 500 }: Options,
) {
  const ann = await server.newUser()
  if (credit > 0) await adjust(server, ann, { delta: credit })
  const application = await newApplication(server, { isFirstParty })
  const applicationKey = await newKeyOf(server, application)

  /** Any request with the application's key. */
  async function send(
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<ApplicationAnswer<unknown>> {
    const headers = { authorization: `Bearer ${applicationKey}`, ...init.headers }
    const response = await fetch(url + path, { ...init, headers })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every answer is the envelope
    const body = (await response.json()) as ApplicationAnswer<unknown>['body']
    return { status: response.status, headers: response.headers, body }
  }

  /** A call of the contract; `input` may be wrong, for tests of refusals. */
  async function call<C extends ApplicationCall>(
    { method, path, output: _output }: C,
    input: CallInputOf<C> | Record<string, unknown>,
    { key = uuidv7(), headers = {} }: CallOptions = {},
  ): Promise<ApplicationAnswer<OutputOf<C>>> {
    const rest: Record<string, unknown> = Object.assign({}, input)
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const query = Object.entries(rest).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const answer = await (method === 'GET'
      ? send(`${filled}?${new URLSearchParams(query).toString()}`, { headers })
      : send(filled, {
          method,
          headers: {
            'content-type': 'application/json',
            ...(key !== null && { 'idempotency-key': key }),
            ...headers,
          },
          body: JSON.stringify(rest),
        }))
    checkAnswer({ method, path }, answer)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was checked by the description made of the contract
    return answer as ApplicationAnswer<OutputOf<C>>
  }

  return {
    ...{ server, url, ann, application, applicationKey, send, call },
    /** The customer's id. */
    user: ann.user.id,
    /** A digest of each table of credit and of messages about it: the same when nothing was written. */
    readBooks(): Promise<{ table: string; rows: string | null }[]> {
      return server.sql`
          select 'credit_accounts' as table, md5(string_agg(entry::text, ',' order by entry::text)) as rows from credit_accounts entry
          union all select 'credit_lots', md5(string_agg(entry::text, ',' order by entry::text)) from credit_lots entry
          union all select 'credit_ledger', md5(string_agg(entry::text, ',' order by entry::text)) from credit_ledger entry
          union all select 'credit_holds', md5(string_agg(entry::text, ',' order by entry::text)) from credit_holds entry
          union all select 'credit_charges', md5(string_agg(entry::text, ',' order by entry::text)) from credit_charges entry
          union all select 'credit_reversals', md5(string_agg(entry::text, ',' order by entry::text)) from credit_reversals entry
          union all select 'credit_requests', md5(string_agg(entry::text, ',' order by entry::text)) from credit_requests entry
          union all select 'credit_usage_days', md5(string_agg(entry::text, ',' order by entry::text)) from credit_usage_days entry
          union all select 'application_messages', md5(string_agg(entry::text, ',' order by entry::text)) from application_messages entry
          order by 1`
    },
  }
}

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

/** Reads the served description of the API; what it returns checks answers against it. */
async function answerCheck(url: string) {
  const response = await fetch(`${url}/api/v1/openapi.json`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test of its own holds it against OpenAPI 3.1
  const description = (await response.json()) as Described
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(description, 'api')

  /** Throws when the description does not know the answer. */
  function checkAnswer(
    { method, path }: { method: string; path: string },
    { status, body }: { status: number; body: unknown },
  ): void {
    const place = path.replaceAll(/:(\w+)/g, '{$1}')
    const way = ['paths', place, method.toLowerCase(), 'responses', String(status)]
    const pointer = [...way, 'content', 'application/json', 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const validate = ajv.compile({ $ref: `api#/${pointer}` })
    if (!validate(body)) {
      throw new Error(`${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`)
    }
  }

  return checkAnswer
}
