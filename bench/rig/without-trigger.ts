import type { Client } from 'pg'

/** A trigger that renews the version of a customer's lists, and its table. */
const VERSION_TRIGGERS = {
  orders: 'orders_renew_version',
  credit_accounts: 'credit_accounts_renew_version',
} as const

/** Runs this while the version of the lists in the table is not renewed: what it costs is the difference. */
export async function withoutVersions<T>(
  client: Client,
  table: keyof typeof VERSION_TRIGGERS,
  work: () => Promise<T>,
): Promise<T> {
  const trigger = VERSION_TRIGGERS[table]
  await client.query(`alter table ${table} disable trigger ${trigger}`)
  try {
    return await work()
  } finally {
    await client.query(`alter table ${table} enable trigger ${trigger}`)
  }
}
