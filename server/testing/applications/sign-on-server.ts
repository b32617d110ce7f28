import * as openid from 'openid-client'
import { api } from '#contract/api.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import type { Client } from '../client.ts'
import { PASSWORD, startTestServer, type TestUser } from '../harness.ts'
import { createShopBrowser, type ShopBrowser } from './shop-browser.ts'
import { startSignOnClient } from './sign-on-client.ts'

type Options = Parameters<typeof startTestServer>[0]

/** A shop that listens at its PUBLIC_URL, and an application that users sign on to. */
export async function startSignOnServer(
  registered: Parameters<typeof startSignOnClient>[1] = {},
  options: Options = {},
) {
  const server = await startTestServer(options)
  await server.app.listen({ port: server.config.port, host: 'localhost' })
  const application = await startSignOnClient(server, registered)
  return {
    server,
    sql: server.sql,
    application,
    newApplication: (more: Parameters<typeof startSignOnClient>[1] = {}) =>
      startSignOnClient(server, more),
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
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
