/** Runs before the first paint: the visitor's choice of light or dark. */
{
  const root = document.documentElement
  const chosen = readScheme()
  if (chosen !== null) root.dataset['scheme'] = chosen
  document.addEventListener('DOMContentLoaded', () => {
    const input = document.getElementById(`scheme-${chosen ?? 'auto'}`)
    if (input instanceof HTMLInputElement) input.checked = true
  })
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'scheme') return
    if (target.value === 'auto') delete root.dataset['scheme']
    else root.dataset['scheme'] = target.value
    try {
      localStorage.setItem('scheme', target.value)
    } catch {
      // without storage the choice lasts as long as the page
    }
  })

  function readScheme(): string | null {
    try {
      const stored = localStorage.getItem('scheme')
      return stored === 'light' || stored === 'dark' ? stored : null
    } catch {
      return null
    }
  }
}

// oxlint-disable-next-line unicorn/require-module-specifiers -- a module for the compiler; the built script runs as a classic one
export {}
