import { join } from 'node:path'
import { ROOT } from '../run-program.ts'
import { searchShop } from './search-shop.ts'

/** After all journeys, while their shop still runs: none of their secrets may have got anywhere. */
export default async function searchAfterJourneys(): Promise<void> {
  await searchShop(join(ROOT, `.cache/e2e-${process.env['E2E_PORT'] ?? 3900}`))
}
