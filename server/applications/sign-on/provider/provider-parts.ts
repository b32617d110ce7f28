import type { Deps } from '../../../deps.ts'
import type { SignOnPages } from '../pages/pages.ts'
import type { SigningKey } from '../signing-keys.ts'

/** What the provider is made of; `keys` with the one that signs first. */
export interface ProviderParts {
  deps: Pick<Deps, 'sql' | 'now' | 'log' | 'config'>
  pages: SignOnPages
  keys: SigningKey[]
}
