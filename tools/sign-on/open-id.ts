import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'

const SCOPE = 'openid profile credit'
const LOGGED_OUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const TIMEOUT_S = 5
/** How long the shop counts as reachable without another look. */
const REACHABLE_MS = 2_000

/** What this site remembers of a sign-on that has begun. */
export interface BegunSignOn {
  state: string
  verifier: string
}

export interface SignedOnUser {
  user: string
  /** The shop's id of the session, by which it is signed out. */
  sid: string
  name: string
  idToken: string
}

export type OpenId = ReturnType<typeof createOpenId>

/** This site as a client of the shop's OpenID provider. Everything throws while the shop does not answer. */
export function createOpenId({
  shopUrl,
  publicUrl,
  clientId,
  clientSecret,
}: {
  shopUrl: string
  publicUrl: string
  clientId: string
  clientSecret: string
}) {
  const redirectUri = `${publicUrl}/callback`
  let discovered: Promise<openid.Configuration> | null = null
  let reachableUntil = 0

  function discover(): Promise<openid.Configuration> {
    discovered ??= openid
      .discovery(new URL(shopUrl), clientId, undefined, openid.ClientSecretBasic(clientSecret), {
        timeout: TIMEOUT_S,
        // a shop on this machine
        ...(shopUrl.startsWith('http:') && { execute: [openid.allowInsecureRequests] }),
      })
      .catch((error: unknown) => {
        discovered = null
        throw error
      })
    return discovered
  }

  let keys: ReturnType<typeof createRemoteJWKSet> | null = null

  return {
    /** Whether the shop answers: asked before a browser is sent there on its own. */
    async isReachable(): Promise<boolean> {
      if (performance.now() < reachableUntil) return true
      const address = `${shopUrl}/.well-known/openid-configuration`
      const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_S * 1_000) }).catch(
        () => null,
      )
      await answer?.body?.cancel()
      if (!answer?.ok) return false
      reachableUntil = performance.now() + REACHABLE_MS
      return true
    },

    /** The address that begins a sign-on; `isSilent`: the shop answers without showing a page. */
    async begin({ isSilent }: { isSilent: boolean }): Promise<BegunSignOn & { url: string }> {
      const configuration = await discover()
      const verifier = openid.randomPKCECodeVerifier()
      const state = openid.randomState()
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isSilent && { prompt: 'none' }),
      })
      return { url: url.href, state, verifier }
    },

    /** Redeems the code that came back with the query of the callback. */
    async redeem(query: string, { state, verifier }: BegunSignOn): Promise<SignedOnUser> {
      const configuration = await discover()
      const tokens = await openid.authorizationCodeGrant(
        configuration,
        new URL(`${redirectUri}${query}`),
        { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true },
      )
      const claims = tokens.claims()
      const sid = claims?.['sid']
      if (claims === undefined || tokens.id_token === undefined || typeof sid !== 'string')
        throw new Error('the id token names no session')
      const { nickname } = await openid.fetchUserInfo(
        configuration,
        tokens.access_token,
        claims.sub,
      )
      return { user: claims.sub, sid, name: nickname ?? '', idToken: tokens.id_token }
    },

    /** Where the shop logs out and comes back from. */
    async logOutUrl(idToken: string): Promise<string> {
      return openid.buildEndSessionUrl(await discover(), {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${publicUrl}/`,
      }).href
    },

    /** The session of the shop that a logout token says has ended. Throws for any other token. */
    async readLogoutToken(token: string): Promise<{ sid: string }> {
      const { issuer, jwks_uri: address } = (await discover()).serverMetadata()
      if (address === undefined) throw new Error('the shop publishes no keys')
      keys ??= createRemoteJWKSet(new URL(address))
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: clientId,
        algorithms: ['ES256'],
        requiredClaims: ['iat', 'jti', 'sid', 'events'],
        maxTokenAge: '10 minutes',
      })
      const { sid, events, nonce } = payload
      const isNotice = typeof events === 'object' && events !== null && LOGGED_OUT_EVENT in events
      if (!isNotice || nonce !== undefined || typeof sid !== 'string')
        throw new Error('not a logout token')
      return { sid }
    },
  }
}
