import type { Query } from '../../db/sql.ts'
import { createToken, hashToken } from '../../http/sessions/session.ts'
import { type LinkPurpose, storeLink } from './email-recoveries.store.ts'

/** A token of a mailed link; only its hash is stored. */
export async function createLink(
  tx: Query,
  recoveryId: string,
  purpose: LinkPurpose,
): Promise<string> {
  const token = createToken()
  await storeLink(tx, { recoveryId, tokenHash: hashToken(token), purpose })
  return token
}
