import { Client } from 'pg'

/**
 * Output formats and time limits, independent of the settings of role and server. Triggers that count new rows leave
 * restored ones alone: their counters are restored too.
 */
export const COPY_SETTINGS = `set local datestyle = 'ISO'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local shop.is_restoring = 'on'`

/** Runs `work` on a connection of its own, without the timeouts of requests. An open transaction is rolled back at the end. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'backup',
    connectionTimeoutMillis: 5_000,
  })
  // a lost connection rejects the running statement
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
