import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { encryptWebhookSecret, newWebhookSecret } from '../webhooks/webhook-secret.ts'
import * as store from './applications.store.ts'

/**
 * Gives a live application these addresses. The secret of its first webhook is returned, to be shown once; null when
 * it has one already or none is needed. False without such an application.
 */
export async function changeAddresses(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  { id, hadWebhook }: { id: string; hadWebhook: boolean },
  addresses: store.Addresses,
  /** Runs in the same transaction. */
  also: (tx: Query) => Promise<void>,
): Promise<{ webhookSecret: string | null } | false> {
  const webhookSecret = addresses.webhookUrl !== null && !hadWebhook ? newWebhookSecret() : null
  const encrypted =
    webhookSecret === null ? null : encryptWebhookSecret(config.secretKey, webhookSecret)
  return sql.begin(async (tx) => {
    if (!(await store.lockLiveApplication(tx, id))) return false
    await store.replaceAddresses(tx, id, addresses, encrypted)
    await also(tx)
    return { webhookSecret }
  })
}
