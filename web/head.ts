/**
 * Runs before anything is painted: marks the root with the login state and the chosen scheme, and
 * puts the visitor's name into prerendered HTML as it arrives.
 */
{
  const root = document.documentElement

  const user = readUser()
  if (user !== undefined) {
    root.toggleAttribute('data-in', true)
    const filling = new MutationObserver(fill)
    filling.observe(root, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', () => {
      fill()
      filling.disconnect()
    })
  }

  const scheme = kept()
  if (scheme !== null) root.dataset['scheme'] = scheme
  document.addEventListener('DOMContentLoaded', () => {
    const input = document.getElementById(`scheme-${scheme ?? 'auto'}`)
    if (input instanceof HTMLInputElement) input.checked = true
  })
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'scheme') keep(target.value)
  })

  function fill(): void {
    for (const element of document.querySelectorAll<HTMLElement>('[data-user]')) {
      const text = user?.[element.dataset['user'] ?? '']
      if (text !== undefined && element.textContent !== text) element.textContent = text
    }
  }

  function readUser(): Record<string, string> | undefined {
    const found = document.cookie.split('; ').find((pair) => pair.startsWith('_userInfo='))
    if (found === undefined) return undefined
    try {
      const { nickname, email } = JSON.parse(decodeURIComponent(found.slice('_userInfo='.length)))
      const name = String(nickname || '我的账户')
      return { nickname: name, email: String(email ?? ''), initial: name.slice(0, 1) }
    } catch {
      return {}
    }
  }

  function kept(): string | null {
    try {
      const stored = localStorage.getItem('scheme')
      return stored === 'light' || stored === 'dark' ? stored : null
    } catch {
      return null
    }
  }

  function keep(chosen: string): void {
    if (chosen === 'auto') delete root.dataset['scheme']
    else root.dataset['scheme'] = chosen
    try {
      localStorage.setItem('scheme', chosen)
    } catch {
      // Storage is switched off: the choice lasts as long as the page.
    }
  }
}

// oxlint-disable-next-line unicorn/require-module-specifiers -- a module for tests; the built script exports nothing and runs as a classic one
export {}
