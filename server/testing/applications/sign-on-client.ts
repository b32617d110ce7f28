import * as openid from 'openid-client'
import type { TestServer, TestUser } from '../harness.ts'
import { registerReceiver } from './messages.ts'
import type { ShopBrowser } from './shop-browser.ts'

const CALLBACK = 'https://tools.test/callback'
export const LOGGED_OUT = 'https://tools.test/bye'

interface RegisteredAs {
  isFirstParty?: boolean
  redirectUrls?: string[]
  logoutRedirectUrls?: string[]
  backchannelUrl?: string
  webhookUrl?: string
  scope?: string
}

/** A registered application that signs users on with openid-client, as a foreign one would. */
export async function startSignOnClient(
  { deps, config }: Pick<TestServer, 'deps' | 'config'>,
  { isFirstParty = true, scope = 'openid profile email credit', ...options }: RegisteredAs = {},
) {
  const credentials = await registerReceiver({ deps }, null, {
    ...{ isFirstParty, redirectUrls: [CALLBACK], logoutRedirectUrls: [LOGGED_OUT] },
    ...options,
  })
  const { clientId, clientSecret } = credentials
  const discover = (secret: string, authentication?: openid.ClientAuth) =>
    openid.discovery(new URL(config.publicUrl), clientId, secret, authentication, {
      execute: [openid.allowInsecureRequests],
    })
  const client = await discover(clientSecret)

  /** The address that begins a sign-on, and what the application remembers of it. */
  async function begin(more: Record<string, string> = {}) {
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const url = openid.buildAuthorizationUrl(client, {
      ...{ redirect_uri: CALLBACK, scope, state, code_challenge_method: 'S256' },
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      ...more,
    })
    return { url, verifier, state }
  }
  type Begun = Awaited<ReturnType<typeof begin>>

  function redeem(callback: URL, { verifier, state }: Begun) {
    return openid.authorizationCodeGrant(client, callback, {
      ...{ pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true },
    })
  }

  return {
    ...credentials,
    client,
    discover,
    begin,
    redeem,
    /** Signs the browser on; fails when the shop shows a page instead. */
    async signOn(browser: ShopBrowser, more: Record<string, string> = {}) {
      const begun = await begin(more)
      const { url } = await browser.open(begun.url.href)
      if (!url.href.startsWith(CALLBACK)) throw new Error(`the sign-on ended at ${url.href}`)
      return redeem(url, begun)
    },
    /** Whether the access token still says who the user is. */
    isAlive: ({ access_token: token }: { access_token: string }, { user }: TestUser) =>
      openid.fetchUserInfo(client, token, user.id).then(
        () => true,
        () => false,
      ),
  }
}
