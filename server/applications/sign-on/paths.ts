/** The provider's addresses. */
export const PATHS = {
  authorization: '/oidc/auth',
  token: '/oidc/token',
  userinfo: '/oidc/userinfo',
  jwks: '/oidc/jwks',
  end_session: '/oidc/session/end',
} as const

/** Where the page that asks about a log-out sends its answer. */
export const LOG_OUT_ANSWER_PATH = `${PATHS.end_session}/confirm`

/** What applications call, without a browser; the provider stores nothing for a visitor there. */
export const APPLICATION_PATHS: ReadonlySet<string> = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  PATHS.jwks,
  PATHS.token,
  PATHS.userinfo,
])

/** Where a user logs in or agrees. */
export const STEP_PATH = '/account/sign-on'

/** Everything that the provider answers. */
export const PROVIDER_PATHS = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/oidc/*',
] as const

/** What an application may ask for. `credit`: it may spend the user's credit by `/api/v1/`. */
export const SCOPES = ['openid', 'profile', 'email', 'credit'] as const
