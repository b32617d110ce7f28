import type { Deps } from '../../deps.ts'
import { hasLiveApplication } from './applications.store.ts'
import type { SignOnPages } from './pages/pages.ts'
import type { SignOnProvider } from './sign-on-provider.ts'
import { readSigningKeys } from './signing-keys.ts'

/** How long this node goes without looking for new keys, and for a first application. */
const KEYS_KEPT_MS = 30_000
const NONE_KEPT_MS = 1_000

/** Returns the provider; null while no application is registered. */
export type OpenProvider = () => Promise<SignOnProvider | null>

interface OpenedProvider {
  provider: SignOnProvider
  /** Ids of the keys, the one that signs first. */
  keys: string
}

/**
 * The provider of this node. The library is loaded when the first sign-on comes after an application was
 * registered: without one it takes neither memory nor time. Another provider is made when the keys have changed;
 * what they remember is in the database.
 */
export function createProviderOpener(
  deps: Pick<Deps, 'sql' | 'now' | 'log' | 'config'>,
  pages: SignOnPages,
  { keysKeptMs = KEYS_KEPT_MS }: { keysKeptMs?: number } = {},
): OpenProvider {
  let current: OpenedProvider | null = null
  let checkAt = 0
  let checking: Promise<void> | null = null

  async function check(): Promise<void> {
    current = await refresh(current)
    checkAt = performance.now() + (current === null ? NONE_KEPT_MS : keysKeptMs)
  }

  async function refresh(before: OpenedProvider | null): Promise<OpenedProvider | null> {
    if (before === null && !(await hasLiveApplication(deps.sql))) return null
    const signingKeys = await readSigningKeys(deps)
    const keys = signingKeys.map(({ kid }) => kid).join()
    if (before?.keys === keys) return before
    const { createProvider } = await import('./provider/create-provider.ts')
    return { provider: createProvider({ deps, pages, keys: signingKeys }), keys }
  }

  return async () => {
    if (performance.now() >= checkAt) {
      checking ??= check().finally(() => (checking = null))
      if (current === null) await checking
      // a provider that is there also serves without the database
      else
        await checking.catch((err: unknown) =>
          deps.log.warn({ err }, 'no keys of sign-on were read'),
        )
    }
    return current?.provider ?? null
  }
}
