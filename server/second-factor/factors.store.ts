import { fragment, type Query } from '../db/sql.ts'
import type { Fragment } from '../db/values.ts'
import type { ListedPasskey, Passkey } from './passkeys.ts'

/** A passkey of a customer or an operator. */
export interface OwnedPasskey extends Passkey, ListedPasskey {
  ownerId: string
}

export type FactorStore = ReturnType<typeof createFactorStore>

/** Passkeys, recovery codes and answered challenges, of customers or of operators. */
function createFactorStore({
  passkeys,
  recoveryCodes,
  usedChallenges,
  owner,
}: Record<'passkeys' | 'recoveryCodes' | 'usedChallenges' | 'owner', Fragment>) {
  return {
    /** Oldest first. */
    listPasskeys: (sql: Query, ownerId: string): Promise<OwnedPasskey[]> =>
      sql<OwnedPasskey>`
        select id, ${owner} as "ownerId", name, public_key as "publicKey", counter, transports,
          is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"
        from ${passkeys} where ${owner} = ${ownerId} order by created_at, id`,

    /** False when somebody has registered this passkey before. */
    async insertPasskey(tx: Query, passkey: Omit<OwnedPasskey, 'lastUsedAt'>): Promise<boolean> {
      const { id, ownerId, name, publicKey, counter, transports, isSynced, createdAt } = passkey
      const rows = await tx<{ id: string }>`
        insert into ${passkeys} (id, ${owner}, name, public_key, counter, transports, is_synced, created_at)
        values (${id}, ${ownerId}, ${name}, ${publicKey}, ${counter}, ${transports}, ${isSynced}, ${createdAt})
        on conflict (id) do nothing returning id`
      return rows.length === 1
    },

    /** Records a use; false when the counter has moved on meanwhile, as it does when two programs use one passkey. */
    async recordPasskeyUse(
      tx: Query,
      { id, counter }: Pick<Passkey, 'id' | 'counter'>,
      { newCounter, now }: { newCounter: number; now: Date },
    ): Promise<boolean> {
      const rows = await tx<{ id: string }>`
        update ${passkeys} set counter = ${newCounter}, last_used_at = ${now}
        where id = ${id} and counter = ${counter} returning id`
      return rows.length === 1
    },

    /** False when the owner has none of this id. */
    async deletePasskey(tx: Query, ownerId: string, id: string): Promise<boolean> {
      const rows = await tx<{ id: string }>`
        delete from ${passkeys} where ${owner} = ${ownerId} and id = ${id} returning id`
      return rows.length === 1
    },

    /** Replaces all recovery codes of the owner. */
    async replaceRecoveryCodes(
      tx: Query,
      ownerId: string,
      hashes: readonly Buffer[],
    ): Promise<void> {
      await tx`delete from ${recoveryCodes} where ${owner} = ${ownerId}`
      for (const hash of hashes) {
        await tx`insert into ${recoveryCodes} (code_hash, ${owner}) values (${hash}, ${ownerId})`
      }
    },

    /** Uses a code up; false when the owner does not have it. */
    async consumeRecoveryCode(tx: Query, ownerId: string, hash: Buffer): Promise<boolean> {
      const rows = await tx<{ one: number }>`
        delete from ${recoveryCodes}
        where code_hash = ${hash} and ${owner} = ${ownerId} returning 1 as one`
      return rows.length === 1
    },

    async countRecoveryCodes(sql: Query, ownerId: string): Promise<number> {
      const [row] = await sql<{ count: number }>`
        select count(*) from ${recoveryCodes} where ${owner} = ${ownerId}`
      return row!.count
    },

    /** Marks a challenge as answered; false when it was before. */
    async useChallenge(
      tx: Query,
      { challengeHash, expiresAt }: { challengeHash: Buffer; expiresAt: Date },
    ): Promise<boolean> {
      const rows = await tx<{ one: number }>`
        insert into ${usedChallenges} (challenge_hash, expires_at)
        values (${challengeHash}, ${expiresAt}) on conflict do nothing returning 1 as one`
      return rows.length === 1
    },
  }
}

export const customerFactors = createFactorStore({
  passkeys: fragment`user_passkeys`,
  recoveryCodes: fragment`user_recovery_codes`,
  usedChallenges: fragment`user_used_challenges`,
  owner: fragment`user_id`,
})

export const operatorFactors = createFactorStore({
  passkeys: fragment`operator_passkeys`,
  recoveryCodes: fragment`operator_recovery_codes`,
  usedChallenges: fragment`operator_used_challenges`,
  owner: fragment`operator_id`,
})
