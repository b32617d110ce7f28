import type { Query } from '../db/sql.ts'

export async function forgetDevices(tx: Query, userId: string): Promise<void> {
  await tx`delete from known_devices where user_id = ${userId}`
}
