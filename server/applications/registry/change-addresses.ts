import { isDeepStrictEqual } from 'node:util'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { encryptWebhookSecret, newWebhookSecret } from '../webhooks/sign-message.ts'
import * as store from './applications.store.ts'

/**
 * Gives a live application other addresses, if it still has those from before. The secret of its first webhook is
 * returned, to be shown once; null when it has one already or none is needed.
 */
export async function changeAddresses(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  id: string,
  { before, after }: Record<'before' | 'after', store.Addresses>,
  /** Runs in the same transaction. */
  also: (tx: Query) => Promise<void>,
): Promise<{ webhookSecret: string | null } | 'disabled' | 'changed'> {
  const isFirst = before.webhookUrl === null && after.webhookUrl !== null
  const webhookSecret = isFirst ? newWebhookSecret() : null
  const encrypted =
    webhookSecret === null ? null : encryptWebhookSecret(config.secretKey, webhookSecret)
  return sql.begin(async (tx) => {
    const current = await store.lockLiveApplication(tx, id)
    if (current === null) return 'disabled'
    if (!isDeepStrictEqual(current, before)) return 'changed'
    await store.replaceAddresses(tx, id, after, encrypted)
    await also(tx)
    return { webhookSecret }
  })
}
