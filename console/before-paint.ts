/**
 * Runs before the first paint: applies the colour scheme and moves the token of an invitation's link out of the
 * address.
 */
{
  const root = document.documentElement

  if (location.pathname === '/invitation' && location.hash.length > 1) hideLinkToken()

  const scheme = storedScheme()
  if (scheme !== null) root.dataset['scheme'] = scheme
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'scheme') storeScheme(target.value)
  })

  /**
   * The history entry keeps the token, where it survives a reload and is not seen. `usr` is the state that the
   * router reads.
   */
  function hideLinkToken(): void {
    const token = location.hash.slice(1)
    history.replaceState({ ...history.state, usr: { token } }, '', location.pathname)
  }

  function storedScheme(): string | null {
    try {
      const stored = localStorage.getItem('scheme')
      return stored === 'light' || stored === 'dark' ? stored : null
    } catch {
      return null
    }
  }

  function storeScheme(chosen: string): void {
    if (chosen === 'auto') delete root.dataset['scheme']
    else root.dataset['scheme'] = chosen
    try {
      localStorage.setItem('scheme', chosen)
    } catch {
      // without storage the choice lasts as long as the page
    }
  }
}

// oxlint-disable-next-line unicorn/require-module-specifiers -- a module for tests; the built script exports nothing and runs as a classic one
export {}
