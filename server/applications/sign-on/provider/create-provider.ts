import { createHash, timingSafeEqual } from 'node:crypto'
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { DatabaseUnavailable } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { removedLoginCookies } from '../../../http/cookies.ts'
import { deleteSession } from '../../../http/sessions/sessions.store.ts'
import { currentSession } from '../current-session.ts'
import type { SignOnProvider, StepResult } from '../sign-on-provider.ts'
import { toStep } from '../step.ts'
import {
  providerConfiguration,
  sendPage,
  toSignOnFailure,
  type ProviderParts,
} from './configuration.ts'

const RETRY_S = 3

/** The context of a request; `oidc` is there once a route of the library took it. */
type Answer = Pick<
  KoaContextWithOIDC,
  'status' | 'body' | 'append' | 'set' | 'remove' | 'redirect'
> & {
  oidc?: KoaContextWithOIDC['oidc']
}
type SendNotice = (this: object, userId: string, sid: string) => Promise<void>

/** Answers come as redirects: a form that submits itself would be inline script. */
class RedirectingProvider extends Provider {
  override registerResponseMode(
    ...[name, handler]: Parameters<Provider['registerResponseMode']>
  ): void {
    if (name !== 'form_post') super.registerResponseMode(name, handler)
  }
}

/** Makes the OpenID provider of the library, with the signing key first in `keys`. */
export function createProvider(parts: ProviderParts): SignOnProvider {
  const { deps } = parts
  const { publicUrl } = deps.config
  const provider = new RedirectingProvider(publicUrl, providerConfiguration(parts))
  pinAddresses(provider)
  allowSecureCookies(provider)
  compareHashedSecrets(provider)
  bindToShop(provider)
  const sendNotice = takeOverNotices(provider)
  provider.use<unknown, Pick<Answer, 'oidc'>>((ctx, next) => answerFailure(parts, ctx, next))
  provider.use<unknown, Pick<Answer, 'oidc'>>((ctx, next) => endShopSession(deps, ctx, next))
  provider.use<unknown, Pick<Answer, 'oidc'>>(answerAsConfigured)
  provider.use<unknown, Pick<Answer, 'oidc'>>(keepAnswer)
  provider.on('server_error', (ctx, error) => reportError(deps, ctx, error))
  const answer = provider.callback()

  return {
    async handle(request, response) {
      await answer(request, response)
    },
    async readStep(request, response) {
      try {
        const interaction = await provider.interactionDetails(request, response)
        return toStep(interaction.uid, interaction)
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return null
        throw error
      }
    },
    completeStep: (request, response, result) =>
      provider.interactionResult(request, response, toResult(result), {
        mergeWithLastSubmission: true,
      }),
    async createGrant({ clientId, userId, scopes }) {
      const grant = new provider.Grant({ clientId, accountId: userId })
      grant.addOIDCScope(scopes.join(' '))
      try {
        return await grant.save()
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return null
        throw error
      }
    },
    async notifySignOut({ clientId, userId, sid }) {
      const client = await provider.Client.find(clientId)
      if (client) await sendNotice.call(client, userId, sid)
    },
  }
}

/** The library takes its addresses from the Host header, which anybody can set. */
function pinAddresses(provider: Provider): void {
  provider.OIDCContext.prototype.urlFor = (name, options) => provider.urlFor(name, options)
}

/** Koa sends Secure cookies over TLS only; browsers also keep them from http://localhost and behind a proxy. */
function allowSecureCookies(provider: Provider): void {
  const createContext = provider.createContext.bind(provider)
  provider.createContext = (request, response) => {
    const ctx = createContext(request, response)
    ctx.cookies.secure = true
    return ctx
  }
}

/** The database has the hash of a client's secret. */
function compareHashedSecrets(provider: Provider): void {
  provider.Client.prototype.compareClientSecret = function compare(given: string): boolean {
    const hash = createHash('sha256').update(given).digest()
    const stored = Buffer.from(this.clientSecret ?? '', 'base64url')
    return stored.length === hash.length && timingSafeEqual(stored, hash)
  }
}

/** At a log-out the database writes the notices as jobs, so the library sends none; returns how it sends one. */
function takeOverNotices(provider: Provider): SendNotice {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is left out of the types
  const prototype = provider.Client.prototype as unknown as { backchannelLogout: SendNotice }
  const send = prototype.backchannelLogout
  prototype.backchannelLogout = () => Promise.resolve()
  return send
}

/** A log-out that an application asked for and the user confirmed ends the session of the shop. */
async function endShopSession(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  ctx: Answer,
  next: () => Promise<void>,
): Promise<void> {
  await next()
  const { oidc } = ctx
  if (oidc?.route !== 'end_session_confirm' || ctx.status !== 303) return
  if (oidc.params?.['logout'] === undefined) return
  const session = currentSession()
  if (session !== null) await deleteSession(sql, session.tokenHash)
  ctx.append('set-cookie', removedLoginCookies(config))
}

/** Replaces two answers of the library that say or do what is not so here. */
async function answerAsConfigured(ctx: Answer, next: () => Promise<void>): Promise<void> {
  await next()
  const { oidc } = ctx
  if (oidc?.route === 'discovery') {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library has just written it
    Object.assign(ctx.body as object, { response_modes_supported: ['query', 'fragment'] })
  }
  // nobody is logged in: the library's page would submit itself
  if (oidc?.route === 'end_session' && ctx.status === 200 && !oidc.session?.accountId) {
    const { postLogoutRedirectUri, state } = oidc.session?.state ?? {}
    const isSentBack = typeof postLogoutRedirectUri === 'string'
    const target = new URL(isSentBack ? postLogoutRedirectUri : oidc.urlFor('end_session_success'))
    if (isSentBack && typeof state === 'string') target.searchParams.set('state', state)
    ctx.body = null
    ctx.status = 303
    ctx.redirect(target.href)
  }
}

/** Sends a page of the shop for what comes past the library's own handlers; Koa would answer in English. */
async function answerFailure(
  { deps, pages }: ProviderParts,
  ctx: Answer,
  next: () => Promise<void>,
): Promise<void> {
  try {
    await next()
  } catch (error) {
    ctx.remove('location')
    ctx.status = 500
    reportError(deps, ctx, error)
    sendPage(ctx, pages.failure(toSignOnFailure(error)))
  }
}

/** After the library has answered that a session was not stored, it tries again and throws: the answer stands. */
async function keepAnswer(ctx: Answer, next: () => Promise<void>): Promise<void> {
  try {
    await next()
  } catch (error) {
    if ((ctx.body ?? null) === null) throw error
  }
}

function reportError(
  { log }: Pick<Deps, 'log'>,
  ctx: Pick<Answer, 'status' | 'set'>,
  err: unknown,
): void {
  if (err instanceof DatabaseUnavailable) {
    ctx.status = 503
    ctx.set('retry-after', String(RETRY_S))
    log.warn({ err }, 'a sign-on found no database')
    return
  }
  log.error({ err }, 'a sign-on failed')
}

function toResult(result: StepResult) {
  if (result === 'refused') return { error: 'access_denied', error_description: 'the user refused' }
  if ('grantId' in result) return { consent: { grantId: result.grantId } }
  const { userId, authenticatedAt } = result
  return { login: { accountId: userId, ts: Math.floor(authenticatedAt.getTime() / 1000) } }
}

/**
 * Makes the provider's session that of the shop: the user of the shop's session is signed on without being asked,
 * and the provider's session of an ended or another session of the shop counts as none.
 */
function bindToShop(provider: Provider): void {
  const { Session } = provider
  type ProviderSession = InstanceType<typeof Session>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a payload is left out of the types
  const NewSession = Session as unknown as new (payload?: object) => ProviderSession
  const get = Session.get.bind(Session)
  Session.get = async (ctx) => {
    const found = await get(ctx)
    const shop = currentSession()
    if (found.accountId === shop?.userId) return found
    const loginTs = Math.floor((shop?.authenticatedAt.getTime() ?? 0) / 1000)
    const session = shop ? new NewSession({ accountId: shop.userId, loginTs }) : new NewSession()
    const oidc: unknown = ctx['oidc']
    if (oidc instanceof provider.OIDCContext) oidc.entity('Session', session)
    return session
  }
}
