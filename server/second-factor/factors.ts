import type { Query } from '../db/sql.ts'
import { AppError } from '../http/app-error.ts'
import type { FactorStore, OwnedPasskey } from './factors.store.ts'
import { createRecoveryCodes } from './recovery-codes.ts'

/** Stores a verified passkey. Throws PASSKEY_REFUSED when somebody has registered it before. */
export async function addPasskey(
  store: FactorStore,
  tx: Query,
  passkey: Omit<OwnedPasskey, 'lastUsedAt'>,
): Promise<void> {
  if (await store.insertPasskey(tx, passkey)) return
  throw new AppError('PASSKEY_REFUSED', { message: '该通行密钥已添加过' })
}

/** Records a verified use. Throws PASSKEY_REFUSED when another one came first. */
export async function consumePasskey(
  store: FactorStore,
  tx: Query,
  passkey: OwnedPasskey,
  use: { newCounter: number; now: Date },
): Promise<void> {
  if (!(await store.recordPasskeyUse(tx, passkey, use))) throw new AppError('PASSKEY_REFUSED')
}

/** Ten new recovery codes in place of the owner's earlier ones; only their hashes are stored. */
export async function renewCodes(
  store: FactorStore,
  tx: Query,
  ownerId: string,
): Promise<string[]> {
  const { codes, hashes } = createRecoveryCodes()
  await store.replaceRecoveryCodes(tx, ownerId, hashes)
  return codes
}
