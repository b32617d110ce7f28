import { Client } from 'pg'

/** Times and numbers are written in one way, whatever the role or the server prefers. */
export const PLAIN = `set local datestyle = 'ISO'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/** A connection of its own, without the limits that keep requests short. Whatever is open at the end is rolled back. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'backup',
    connectionTimeoutMillis: 5_000,
  })
  // whoever waits for a statement hears of a lost connection
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
