import { readFigures } from '#contract/console/figures/figures.ts'
import type { Shop } from '../shop.ts'
import type { ConsoleClient } from './console.ts'

/** Counted for this request: a busy machine may have stored figures as slow. */
export async function figuresOf({ sql }: Pick<Shop, 'sql'>, client: ConsoleClient) {
  await sql`delete from console_snapshots`
  const { status, body } = await client.call(readFigures, {})
  if (status !== 200) throw new Error(`${status} ${body.code}: ${body.message}`)
  return body.data
}
