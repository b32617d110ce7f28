import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { createToken } from '../../http/sessions/session.ts'
import { hashKey, newApplicationKey } from '../secrets.ts'
import { encryptWebhookSecret, newWebhookSecret } from '../webhooks/sign-message.ts'
import * as store from './applications.store.ts'

/** Two: the old key works until its application has the new one. */
const LIVE_KEYS = 2

/** Shown once. */
export interface RotatedSecrets {
  id: string
  apiKey: string
  /** How many older keys ended with it. */
  revokedKeys: number
  clientSecret?: string
  webhookSecret?: string
}

/**
 * Makes another API key and ends the oldest one beyond two; with the options also new secrets, whose old ones end
 * at once. Null without a live application, 'no-webhook' when it has no webhook whose secret could be replaced.
 */
export async function rotateSecrets(
  { sql, now, config }: Pick<Deps, 'sql' | 'now' | 'config'>,
  id: string,
  options: {
    withClientSecret: boolean
    withWebhookSecret: boolean
    /** Of the new key; absent or null: those of the newest one. */
    networks?: readonly string[] | null
  },
  /** Runs in the same transaction. */
  also: (tx: Query) => Promise<void> = async () => {},
): Promise<RotatedSecrets | 'no-webhook' | null> {
  const apiKey = newApplicationKey()
  const clientSecret = options.withClientSecret ? createToken() : null
  const webhookSecret = options.withWebhookSecret ? newWebhookSecret() : null
  const at = now()
  return sql.begin(async (tx) => {
    if (!(await store.lockLiveApplication(tx, id))) return null
    if (webhookSecret !== null) {
      const encrypted = encryptWebhookSecret(config.secretKey, webhookSecret)
      if (!(await store.replaceWebhookSecret(tx, id, encrypted))) return 'no-webhook'
    }
    if (clientSecret !== null) await store.replaceClientSecret(tx, id, hashKey(clientSecret))
    const networks = options.networks ?? (await store.findNetworks(tx, id))
    const key = { applicationId: id, hash: hashKey(apiKey), networks, now: at }
    await store.insertApplicationKey(tx, key)
    const kept = { applicationId: id, kept: LIVE_KEYS, now: at }
    const revokedKeys = await store.revokeOldKeys(tx, kept)
    await also(tx)
    return {
      ...{ id, apiKey, revokedKeys },
      ...(clientSecret !== null && { clientSecret }),
      ...(webhookSecret !== null && { webhookSecret }),
    }
  })
}
