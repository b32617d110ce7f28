import type Provider from 'oidc-provider'
import { currentSession } from '../current-session.ts'

/**
 * Makes the provider's session that of the shop: the user of the shop's session is signed on without being asked,
 * and the provider's session of an ended or another session of the shop counts as none.
 */
export function bindToShop(provider: Provider): void {
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
