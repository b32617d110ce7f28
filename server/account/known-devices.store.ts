import type { Query } from '../db/sql.ts'

/** Notes that this user has logged in on this device. */
export async function rememberDevice(
  tx: Query,
  { userId, deviceHash, now }: { userId: string; deviceHash: Buffer; now: Date },
): Promise<void> {
  await tx`
    insert into known_devices (user_id, token_hash, last_login_at)
    values (${userId}, ${deviceHash}, ${now})
    on conflict (user_id, token_hash) do update set last_login_at = excluded.last_login_at`
}

export async function forgetDevices(tx: Query, userId: string): Promise<void> {
  await tx`delete from known_devices where user_id = ${userId}`
}
