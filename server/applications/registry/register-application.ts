import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { createToken } from '../../http/sessions/session.ts'
import { hashKey, newApplicationKey } from '../secrets.ts'
import { encryptWebhookSecret, newWebhookSecret } from '../webhooks/sign-message.ts'
import * as store from './applications.store.ts'

type Needs = Pick<Deps, 'sql' | 'now' | 'config'>

/** What the operator says of an application; the addresses were checked. */
export type Registration = Pick<
  store.NewApplication,
  | 'name'
  | 'isFirstParty'
  | 'redirectUrls'
  | 'logoutRedirectUrls'
  | 'backchannelUrl'
  | 'homeUrl'
  | 'webhookUrl'
  | 'lowCredit'
  | 'limits'
> & {
  /** Networks that the API key may be used from; empty: any. */
  networks: readonly string[]
}

/** Shown once: the database keeps hashes, and the webhook's secret encrypted. */
export interface Credentials {
  id: string
  clientId: string
  clientSecret: string
  apiKey: string
  /** Absent without a webhook. */
  webhookSecret?: string
}

export async function registerApplication(
  { sql, now, config }: Needs,
  { networks, ...registration }: Registration,
  /** Runs in the same transaction before anything is stored; when it throws, nothing is. */
  before: (tx: Query) => Promise<void> = async () => {},
): Promise<Credentials> {
  const id = uuidv7()
  const clientId = `client_${id.replaceAll('-', '')}`
  const clientSecret = createToken()
  const apiKey = newApplicationKey()
  const webhookSecret = registration.webhookUrl === null ? null : newWebhookSecret()
  const at = now()
  await sql.begin(async (tx) => {
    await before(tx)
    const application = {
      ...registration,
      ...{ id, clientId, clientSecretHash: hashKey(clientSecret) },
      webhookSecret:
        webhookSecret === null ? null : encryptWebhookSecret(config.secretKey, webhookSecret),
    }
    await store.insertApplication(tx, application, at)
    const key = { applicationId: id, hash: hashKey(apiKey), networks, now: at }
    await store.insertApplicationKey(tx, key)
  })
  return { id, clientId, clientSecret, apiKey, ...(webhookSecret !== null && { webhookSecret }) }
}
