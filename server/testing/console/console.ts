import type { FastifyInstance } from 'fastify'
import { generate } from 'otplib'
import { act } from '#contract/console/actions.ts'
import type { ConsoleCall } from '#contract/console/console-call.ts'
import type { ConsolePart } from '#contract/console/shapes.ts'
import * as invitation from '#contract/console/staff/invitation.ts'
import type { Role } from '#contract/console/staff/roles.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import type { CallInputOf, OutputOf } from '#contract/endpoint.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { buildConsole } from '../../console/app.ts'
import type { Deps } from '../../deps.ts'
import { createResource } from '../../http/pages/resource.ts'
import { invite } from '../../operator/operators/invite.ts'
import type { Answer } from '../client.ts'
import { createAuthenticator } from './authenticator.ts'

/** Where the console of a test server says that it is. */
export const CONSOLE_URL = 'http://localhost:3903'
export const OPERATOR_PASSWORD = 'long enough to be safe'

export interface CallOptions {
  headers?: Record<string, string>
}

/** A browser at the console: keeps its cookies and sends its token. */
export interface ConsoleClient {
  readonly cookies: Map<string, string>
  call<C extends ConsoleCall>(
    call: C,
    input: CallInputOf<C>,
    options?: CallOptions,
  ): Promise<Answer<OutputOf<C>>>
}

export function createConsoleClient(app: FastifyInstance, ip = '127.0.0.1'): ConsoleClient {
  const cookies = new Map<string, string>()
  let csrf = ''

  async function send(
    { method, path }: ConsoleCall,
    input: object,
    headers: Record<string, string>,
  ): Promise<Answer<unknown>> {
    const response = await app.inject({
      method,
      url: path,
      remoteAddress: ip,
      ...(method === 'POST' ? { payload: input } : { query: queryOf(input) }),
      headers: {
        'user-agent': 'Firefox',
        ...(method === 'POST' && {
          origin: CONSOLE_URL,
          'sec-fetch-site': 'same-origin',
          'x-console-csrf': csrf,
        }),
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...headers,
      },
    })
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() === 0)
      if (isGone) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: response.statusCode, body: response.json(), headers: response.headers }
  }

  return {
    cookies,
    async call(call, input, { headers = {} } = {}) {
      if (csrf === '' && call.method === 'POST') {
        const answer = await send(signIn.readConsoleSession, {}, {})
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this very schema
        csrf = (answer.body.data as OutputOf<typeof signIn.readConsoleSession>).csrf
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above; a call's input is an object
      return (await send(call, input as object, headers)) as Answer<OutputOf<typeof call>>
    },
  }
}

/** What an action would do, and its mark. Throws when it is refused. */
export async function previewOf(
  client: Pick<ConsoleClient, 'call'>,
  command: string,
  given: Record<string, string>,
) {
  const data = await ask(client, act, { command, given, mark: null })
  if (data.is !== 'preview') throw new Error('no preview')
  return data
}

/** Signs in at the browser with the passkey of this device. */
export async function signInBy(
  browser: Pick<ConsoleClient, 'call'>,
  device: Pick<ReturnType<typeof createAuthenticator>, 'get'>,
) {
  const { options } = await ask(browser, signIn.beginPasskeySignIn, {})
  return browser.call(signIn.signInWithPasskey, { response: device.get(options) })
}

/** What the call answers. Throws when it is refused. */
export async function ask<C extends ConsoleCall>(
  client: Pick<ConsoleClient, 'call'>,
  call: C,
  input: CallInputOf<C>,
): Promise<OutputOf<C>> {
  const { status, body } = await client.call(call, input)
  if (status !== 200) throw new Error(`${status} ${body.code}: ${body.message}`)
  return body.data
}

/** Reads a list page by page to its end. `read` gets `next` of the page before. */
export async function readPages<Page extends { next: string | null }>(
  read: (before: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  let before: string | undefined
  do {
    const page = await read(before)
    pages.push(page)
    before = page.next ?? undefined
  } while (before !== undefined)
  return pages
}

function queryOf(input: object): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** The console of a test server, with a page for every address. */
export async function startTestConsole(
  deps: Deps,
  measured: Parameters<typeof buildConsole>[2] = {},
  without: readonly ConsolePart[] = [],
) {
  const daily = { refunds: 2000, credit: 100_000 }
  const settings = { port: 3903, host: '127.0.0.1', url: CONSOLE_URL, daily, without }
  const own: Deps = { ...deps, config: { ...deps.config, console: settings } }
  const page = createResource({ identity: Buffer.from('console') }, { headers: {} })
  const pages = { resources: new Map(), notFound: page }
  const app = await buildConsole({ ...own, settings }, pages, measured)
  let count = 0

  async function invitationFor(role: Role, email: string): Promise<string> {
    const { link } = await deps.sql.begin((tx) =>
      invite(own, tx, { email, name: '周敏', role, invitedBy: 'test' }),
    )
    return new URL(link).hash.slice(1)
  }

  /** Makes a colleague one of long ago: who has just joined signs nothing. */
  async function age(email: string): Promise<void> {
    await deps.sql`
      update operators set created_at = created_at - interval '2 days',
        unchanged_since = unchanged_since - interval '2 days'
      where email = ${email}`
  }

  /** A colleague with a passkey, signed in; of long ago unless `isNew`. */
  async function newOperator(
    role: Role,
    {
      ip,
      email = `${role}-${(count += 1)}@shop.test`,
      isNew = false,
    }: { ip?: string; email?: string; isNew?: boolean } = {},
  ) {
    const client = createConsoleClient(app, ip)
    const device = createAuthenticator(CONSOLE_URL)
    const person = { token: await invitationFor(role, email), email, name: '周敏' }
    const begun = await client.call(invitation.beginInvitedPasskey, person)
    const accepted = await client.call(invitation.acceptWithPasskey, {
      ...person,
      passkeyName: '手机',
      response: device.create(begun.body.data.options),
    })
    if (accepted.status !== 200) throw new Error(`${accepted.status} ${accepted.body.message}`)
    if (!isNew) await age(email)
    return { ...client, ...accepted.body.data, device, email }
  }

  /** A colleague with password and authenticator, signed in. */
  async function newCodeOperator(role: Role, email = `${role}-${(count += 1)}@shop.test`) {
    const client = createConsoleClient(app)
    const person = { token: await invitationFor(role, email), email, name: '周敏' }
    const { secret, ticket } = (await client.call(invitation.beginInvitedCode, person)).body.data
    const codeNow = () => generate({ secret, epoch: Math.floor(deps.now().getTime() / 1000) })
    const accepted = await client.call(invitation.acceptWithCode, {
      ...person,
      password: passwordDigest(OPERATOR_PASSWORD),
      code: await codeNow(),
      ticket,
    })
    if (accepted.status !== 200) throw new Error(`${accepted.status} ${accepted.body.message}`)
    return { ...client, ...accepted.body.data, email, codeNow }
  }

  return {
    app,
    /** Its settings name the console. */
    deps: own,
    visitor: (ip?: string) => createConsoleClient(app, ip),
    invitationFor,
    newOperator,
    newCodeOperator,
    [Symbol.asyncDispose]: () => app.close(),
  }
}
