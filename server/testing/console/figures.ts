import { readFigures } from '#contract/console/figures/figures.ts'
import type { Shop } from '../shop.ts'
import { ask, type ConsoleClient } from './console.ts'

/** Counted for this request: a busy machine may have stored figures as slow. */
export async function figuresOf({ sql }: Pick<Shop, 'sql'>, client: ConsoleClient) {
  await sql`delete from console_snapshots`
  return ask(client, readFigures, {})
}
