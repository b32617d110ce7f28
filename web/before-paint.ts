/**
 * Runs before the first paint and the first request: moves tokens of mailed links out of the address, marks
 * the root with login state and colour scheme, fills the user's name into prerendered HTML, records clicks made
 * before hydration, and says when the app does not come.
 */
{
  const root = document.documentElement

  if (location.pathname === '/account/reset-password') hideLinkToken()

  let isReloading = false
  const user = readUser()
  if (user === undefined && root.hasAttribute('data-guarded')) leaveForLogin()
  if (user !== undefined) {
    root.toggleAttribute('data-in', true)
    const filling = new MutationObserver(fill)
    filling.observe(root, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', () => {
      fill()
      filling.disconnect()
    })
  }

  // Another tab may have logged out, and the back/forward cache restores a page as it was left.
  for (const sign of ['pageshow', 'focus', 'visibilitychange', 'storage']) {
    addEventListener(sign, checkLogin)
  }
  // A window in which nobody works is cleared at once, where the browser reports cookie changes: also after a log-out
  // that no page of ours made, such as that of an application.
  if ('cookieStore' in globalThis)
    cookieStore.addEventListener('change', (event) => document.hasFocus() || checkLogin(event))

  // Not left to the app, which may be frozen before it has started.
  let cookieOnLeaving: string | undefined
  addEventListener('pagehide', () => (cookieOnLeaving = userCookie()))

  const scheme = storedScheme()
  if (scheme !== null) root.dataset['scheme'] = scheme
  document.addEventListener('DOMContentLoaded', () => {
    const input = document.getElementById(`scheme-${scheme ?? 'auto'}`)
    if (input instanceof HTMLInputElement) input.checked = true
  })
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'scheme') storeScheme(target.value)
  })

  // As a link, back-to-top would add a history entry.
  document.addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof Element) || !target.closest('a[href="#top"]') || isForNewTab(event))
      return
    event.preventDefault()
    scrollTo({ top: 0 })
    // the next Tab starts at the top, too, as after a link
    root.tabIndex = -1
    root.focus({ preventScroll: true })
    root.removeAttribute('tabindex')
  })

  // A button that needs the app, and a link with data-needs-app, is busy until hydration, which repeats the
  // click. Typing cancels it.
  document.addEventListener('click', (event) => {
    const { target } = event
    if (root.hasAttribute('data-app') || !(target instanceof Element)) return
    const pressed = target.closest<HTMLElement>('button:not([popovertarget]), a[data-needs-app]')
    if (!pressed || isForNewTab(event)) return
    event.preventDefault()
    forgetPress()
    pressed.setAttribute('aria-busy', 'true')
    pressed.dataset['pressed'] = ''
  })
  document.addEventListener('input', () => {
    if (!root.hasAttribute('data-app')) forgetPress()
  })

  // The script that starts the app did not come, or says so itself (`boot.ts`).
  document.addEventListener(
    'error',
    ({ target }) =>
      target instanceof HTMLScriptElement && target.dataset['files'] && showLoadFailure(),
    true,
  )

  // A page that is too late for its view transition skips it, which the browser reports as an error.
  addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason
    if (reason instanceof DOMException && reason.message.startsWith('Transition was')) {
      event.preventDefault()
    }
  })

  /**
   * Moves the token of a mailed link into the history entry, where it survives a reload and is neither sent
   * nor seen. Marks the root with `data-link`. `usr` is the state that the router reads.
   */
  function hideLinkToken(): void {
    const query = new URLSearchParams(location.search)
    for (const kind of ['token', 'undo', 'not-me']) {
      const token = query.get(kind)
      if (token === null) continue
      query.delete(kind)
      const search = query.toString().replace(/^(?=.)/, '?')
      const address = location.pathname + search + location.hash
      history.replaceState({ ...history.state, usr: { link: { kind, token } } }, '', address)
    }
    root.toggleAttribute('data-link', Boolean(history.state?.usr?.link))
  }

  /** Nothing of a protected page is shown to a visitor (original specification, section 4). */
  function leaveForLogin(): void {
    root.hidden = true
    const way = new URLSearchParams({ redirect: location.pathname + location.search })
    // the next document has this one for its referrer
    if (document.referrer && !document.referrer.startsWith(location.origin))
      way.set('referrer', document.referrer)
    location.replace(`/account/login?${way.toString()}`)
  }

  /** Hides and reloads a page that was drawn for another login state or another user. */
  function checkLogin(event: Event): void {
    const isRestored = event instanceof PageTransitionEvent && event.persisted
    const isIn = userCookie() !== undefined
    const isStale = isIn !== root.hasAttribute('data-in')
    const hasAccountData = !isIn && location.pathname.startsWith('/account/')
    if (isRestored ? isStale || userCookie() !== cookieOnLeaving : isStale && hasAccountData) {
      root.hidden = true
      if (isReloading) return
      isReloading = true
      // a log-out changes several cookies: Chromium 156 sometimes crashed when each of their events reloaded
      setTimeout(() => location.reload())
    }
  }

  function isForNewTab({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
    return ctrlKey || metaKey || shiftKey
  }

  function forgetPress(): void {
    const pressed = document.querySelector<HTMLElement>('[data-pressed]')
    if (!pressed) return
    pressed.removeAttribute('aria-busy')
    delete pressed.dataset['pressed']
  }

  /** Replaces an account page; on a public one it stands below. */
  function showLoadFailure(): void {
    // no click is recorded any more
    root.toggleAttribute('data-app', true)
    document.querySelector('[data-pressed]')?.removeAttribute('aria-busy')
    const isOld = document.querySelector('#old-browser[data-shown]') !== null
    const template = document.querySelector<HTMLTemplateElement>('template#failed')
    const place = document.querySelector<HTMLElement>(template?.dataset['place'] ?? 'body')
    if (template) place?.replaceChildren(...(isOld ? [] : [template.content.cloneNode(true)]))
    if (place?.popover) place.showPopover()
    // unlike a link it keeps the history entry with the token of a mailed link
    place?.querySelector('button')?.addEventListener('click', () => location.reload())
  }

  function fill(): void {
    for (const element of document.querySelectorAll<HTMLElement>('[data-user]')) {
      const text = user?.[element.dataset['user'] ?? '']
      if (text !== undefined && element.textContent !== text) element.textContent = text
    }
  }

  function userCookie(): string | undefined {
    return document.cookie.split('; ').find((pair) => pair.startsWith('_userInfo='))
  }

  function readUser(): Record<string, string> | undefined {
    const found = userCookie()
    if (found === undefined) return undefined
    try {
      const { nickname, email } = JSON.parse(decodeURIComponent(found.slice('_userInfo='.length)))
      const name = String(nickname || '我的账户')
      return { nickname: name, email: String(email ?? ''), initial: Array.from(name)[0] ?? '' }
    } catch {
      return {}
    }
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
