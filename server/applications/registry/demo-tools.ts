import { uuidv7 } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { hashKey } from '../secrets.ts'
import { OWN_LIMITS, storeOwnApplication } from './applications.store.ts'

/** By this id the demo's tools site is found again at the next start. */
export const DEMO_TOOLS_CLIENT = 'client_demo_tools'
const LOW_CREDIT = 100

/**
 * Registers the demo's tools site as an application of the operator's own, with the secrets and address of today;
 * nothing where the settings want no tools site.
 */
export async function registerDemoTools({
  sql,
  now,
  content,
  config,
}: Pick<Deps, 'sql' | 'now' | 'content' | 'config'>): Promise<void> {
  if (config.tools === null) return
  const { publicUrl, port, clientSecret, appKey } = config.tools
  const ownUrl = new URL(config.ownUrl)
  ownUrl.port = String(port)
  const application = {
    ...{ id: uuidv7(), clientId: DEMO_TOOLS_CLIENT, name: content.site.toolsLabel },
    ...{ isFirstParty: true, clientSecretHash: hashKey(clientSecret) },
    redirectUrls: [`${publicUrl}/callback`],
    logoutRedirectUrls: [`${publicUrl}/`],
    backchannelUrl: `${ownUrl.origin}/backchannel-logout`,
    homeUrl: `${publicUrl}/`,
    ...{ webhookUrl: null, webhookSecret: null, lowCredit: LOW_CREDIT, limits: OWN_LIMITS },
  }
  const key = { hash: hashKey(appKey), now: now() }
  await sql.begin((tx) => storeOwnApplication(tx, application, key))
}
