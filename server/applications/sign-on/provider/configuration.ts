import {
  errors,
  interactionPolicy,
  type Configuration,
  type Grant,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { DatabaseUnavailable } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { SESSION_ABSOLUTE_MS } from '../../../http/sessions/session.ts'
import { userAgentOf } from '../../../program.ts'
import { postMessage } from '../../webhooks/post-message.ts'
import { findGrantedScopes, findSignOnApplication, findSignOnUser } from '../applications.store.ts'
import type { SignOnFailure } from '../pages/failure-page.ts'
import type { SignOnPage } from '../pages/document.ts'
import { PATHS, STEP_PATH, SCOPES } from '../paths.ts'
import { createAdapter } from './adapter.ts'
import type { SignOnPages } from '../pages/pages.ts'
import type { SigningKey } from '../signing-keys.ts'

/** Lives in seconds. What belongs to a session of the shop ends with it at the latest. */
const TTL = {
  AccessToken: 600,
  AuthorizationCode: 60,
  IdToken: 600,
  Interaction: 1800,
  Grant: SESSION_ABSOLUTE_MS / 1000,
}
const SESSION_S = SESSION_ABSOLUTE_MS / 1000
/** Of a visitor who is asked about a log-out. */
const VISIT_S = 600

const COOKIE = { httpOnly: true, secure: true, sameSite: 'lax', signed: false } as const

/** The library's settings: authorization code with PKCE, ES256, no refresh tokens, pages of the shop. */
export function providerConfiguration({ deps, pages, keys }: ProviderParts): Configuration {
  const { config } = deps
  return {
    adapter: createAdapter(deps),
    jwks: { keys },
    scopes: [...SCOPES],
    claims: {
      openid: ['sub'],
      profile: ['nickname', 'name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    responseTypes: ['code'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    ttl: { ...TTL, Session: (_ctx, { accountId }) => (accountId ? SESSION_S : VISIT_S) },
    expiresWithSession: () => true,
    clientBasedCORS: () => false,
    routes: PATHS,
    cookies: {
      names: {
        session: '__Host-sso',
        interaction: '__Secure-sign-on',
        resume: '__Secure-sign-on-resume',
      },
      long: { ...COOKIE, path: '/' },
      short: COOKIE,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          const { client, session } = ctx.oidc
          const target = session?.state?.['postLogoutRedirectUri']
          const page = pages.logOut({
            form,
            applicationName: client?.clientName ?? null,
            target: typeof target === 'string' ? target : null,
          })
          sendPage(ctx, page)
        },
        postLogoutSuccessSource: (ctx) =>
          sendPage(ctx, pages.loggedOut(ctx.oidc.client?.clientName ?? null)),
      },
    },
    interactions: {
      policy: interactionPolicy.base(),
      url: (_ctx, { uid }) => `${STEP_PATH}/${uid}`,
    },
    async findAccount(_ctx, id) {
      const user = await findSignOnUser(deps.sql, id)
      if (user === null) return undefined
      const { nickname, email, isEmailVerified } = user
      const names = { nickname, name: nickname, preferred_username: nickname }
      const claims = { sub: id, ...names, email, email_verified: isEmailVerified }
      return { accountId: id, claims: () => claims }
    },
    loadExistingGrant: (ctx) => loadGrant(deps, ctx),
    renderError: (ctx, { error, error_description: detail = '' }, cause) =>
      sendPage(ctx, pages.failure(toSignOnFailure(cause), `${error}: ${detail}`)),
    fetch: (url, options) =>
      post(config, url instanceof Request ? url.url : url.toString(), options),
  }
}

/**
 * The grant of this session with everything that the user lets the application have: an application of the
 * operator's own has what it asks for, another one what was agreed to. Undefined: the user is asked.
 */
async function loadGrant(
  { sql }: Pick<Deps, 'sql'>,
  { oidc }: KoaContextWithOIDC,
): Promise<Grant | undefined> {
  const { provider, session, result, client } = oidc
  const clientId = client?.clientId ?? ''
  const userId = session?.accountId ?? ''
  const application = await findSignOnApplication(sql, clientId)
  if (application === null) return undefined
  const grantId = result?.consent?.grantId ?? session?.grantIdFor(clientId)
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const own = found?.accountId === userId && found.clientId === clientId ? found : undefined
  const asked = [...oidc.requestParamOIDCScopes]
  const allowed = application.isFirstParty
    ? asked
    : await findGrantedScopes(sql, { userId, applicationId: application.id })
  const held = own?.getOIDCScope().split(' ') ?? []
  const added = asked.filter((scope) => allowed.includes(scope) && !held.includes(scope))
  if (added.length === 0) return own
  const grant = own ?? new provider.Grant({ clientId, accountId: userId })
  grant.addOIDCScope(added.join(' '))
  await grant.save()
  return grant
}

export function toSignOnFailure(cause: unknown): SignOnFailure {
  if (cause instanceof DatabaseUnavailable) return 'unavailable'
  if (cause instanceof errors.SessionNotFound) return 'expired'
  if (cause instanceof errors.InvalidRedirectUri) return 'wrong-redirect'
  if (cause instanceof errors.InvalidClient) return 'unknown-application'
  return cause instanceof errors.OIDCProviderError ? 'wrong-request' : 'broken'
}

export function sendPage(
  ctx: Pick<KoaContextWithOIDC, 'set' | 'body'>,
  { html, headers }: SignOnPage,
): void {
  ctx.set(headers)
  ctx.body = html
}

/** The library fetches for one thing, to post a notice: under the rules for addresses of receivers. */
async function post(
  { isProduction, webhookPrivateHosts: privateHosts, publicUrl }: Deps['config'],
  url: string,
  { body, signal }: RequestInit = {},
): Promise<Response> {
  await postMessage({
    url,
    userAgent: userAgentOf({ publicUrl }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body instanceof URLSearchParams ? body.toString() : '',
    rules: { isProduction, privateHosts },
    signal: signal ?? AbortSignal.timeout(TTL.AuthorizationCode),
  })
  return new Response(null, { status: 204 })
}

/** What the provider is made of; `keys` with the one that signs first. */
export interface ProviderParts {
  deps: Pick<Deps, 'sql' | 'now' | 'log' | 'config'>
  pages: SignOnPages
  keys: SigningKey[]
}
