import * as openid from 'openid-client'
import { api } from '#contract/api.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import type { Client } from '../client.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../harness.ts'
import { oncePerFile } from '../once-per-file.ts'
import { createShopBrowser, type ShopBrowser } from './shop-browser.ts'
import { startSignOnClient } from './sign-on-client.ts'

type Options = Parameters<typeof startTestServer>[0]
type Registered = Parameters<typeof startSignOnClient>[1]

/** A shop that listens at its PUBLIC_URL; `join` brings an application that users sign on to. */
async function startListening(options: Options = {}) {
  const server = await startTestServer(options)
  await server.app.listen({ port: server.config.port, host: 'localhost' })
  return {
    server,
    join: async (registered: Registered = {}) =>
      joinSignOn(server, await startSignOnClient(server, registered)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** A shop that listens at its PUBLIC_URL, and an application that users sign on to. */
export async function startSignOnServer(registered: Registered = {}, options: Options = {}) {
  const { join, ...listening } = await startListening(options)
  return { ...(await join(registered)), ...listening }
}

/** One shop for all tests of a file: each call leaves users alone of what was there, and brings an application. */
export function signOnsPerFile() {
  const shopOf = oncePerFile(() => startListening())
  return async (registered: Registered = {}) => {
    const { join, server } = await shopOf()
    await server.sql`truncate applications, sessions, jobs, rate_limits cascade`
    return join(registered)
  }
}

export type SignOnShop = ReturnType<typeof joinSignOn>

function joinSignOn(
  server: TestServer,
  application: Awaited<ReturnType<typeof startSignOnClient>>,
) {
  return {
    server,
    sql: server.sql,
    application,
    newApplication: (more: Registered = {}) => startSignOnClient(server, more),
    /** A visitor's browser. */
    newBrowser: () => createShopBrowser(server),
    /** A customer with a browser that is logged in. */
    async newCustomer() {
      const ann = await server.newUser()
      const browser = createShopBrowser(server)
      browser.adopt(ann)
      return { ann, browser }
    },
    /** Logs in at the shop in the browser of `client`, which ends its earlier session. */
    async logIn(client: Client, browser: ShopBrowser, { user }: TestUser) {
      const password = passwordDigest(PASSWORD)
      const { status } = await client.call(api.account.login, { email: user.email, password })
      if (status !== 200) throw new Error(`the login answered ${status}`)
      browser.adopt(client)
    },
    readUserInfo: (tokens: { access_token: string }, { user }: { user: { id: string } }) =>
      openid.fetchUserInfo(application.client, tokens.access_token, user.id),
  }
}
