import type { Deps } from '../deps.ts'

/** What the console uses of the shop, with its own settings there. */
export interface ConsoleDeps extends Deps {
  settings: NonNullable<Deps['config']['console']>
}
