import type { Query } from '../../db/sql.ts'
import { createRecoveryCodes } from '../../second-factor/recovery-codes.ts'
import { replaceRecoveryCodes } from './factors.store.ts'

/** Gives the operator ten new codes in place of the earlier ones; only their hashes are stored. */
export async function renewCodes(tx: Query, operatorId: string): Promise<string[]> {
  const { codes, hashes } = createRecoveryCodes()
  await replaceRecoveryCodes(tx, operatorId, hashes)
  return codes
}
