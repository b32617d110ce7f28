/**
 * Runs in documents with announcements, directly behind the banners and before the first paint: hides banners that
 * this browser has dismissed or that have ended, and forgets notices that were dismissed here. The visitor's clock may
 * be wrong: before a banner that the server has sent is hidden as ended, the server is asked for its time.
 */
{
  const root = document.documentElement
  const banners = [...document.querySelectorAll<HTMLElement>('[data-banner]')]
  const STORED = 'dismissed'
  const MOST_STORED = 50
  /** The longest time of a timer. */
  const LONGEST_MS = 2 ** 31 - 1
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What the server's clock is ahead; undefined until it was asked. */
  let aheadMs: number | undefined
  /** What could not be stored. */
  const dismissedHere = new Set<string>()

  update()
  const notices = root.dataset['notices']?.split(' ') ?? []
  // another user of this browser has not seen them
  const ofUser = (id: string) =>
    `${/(?:^|; )_userInfo=([^;]*)/.exec(document.cookie)?.[1] ?? ''}:${id}`
  if (notices.every((id) => dismissed().includes(ofUser(id)))) delete root.dataset['notices']

  for (const banner of banners)
    banner.querySelector('button')?.addEventListener('click', (event) => {
      // buttons of the app wait for it (before-paint.ts); this one does not belong to it
      event.stopPropagation()
      store(banner.dataset['banner'] ?? '')
      banner.hidden = true
    })
  // another tab, or a page that was prepared or kept before
  for (const sign of ['storage', 'pageshow', 'visibilitychange']) addEventListener(sign, update)
  // the app dismisses a notice
  addEventListener('notice-dismissed', (event) => {
    if (event instanceof CustomEvent) store(ofUser(String(event.detail)))
  })

  function update(): void {
    const known = dismissed()
    const now = Date.now() + (aheadMs ?? 0)
    let next = Infinity
    for (const banner of banners) {
      const { banner: id = '', until } = banner.dataset
      const end = until === undefined ? Infinity : Date.parse(until)
      const isOver = end <= now && aheadMs !== undefined
      banner.hidden = isOver || known.includes(id)
      if (!banner.hidden) next = Math.min(next, end)
    }
    clearTimeout(timer)
    if (next <= now) void askTime()
    else if (next < Infinity) timer = setTimeout(update, Math.min(next - now, LONGEST_MS))
  }

  async function askTime(): Promise<void> {
    const answer = await fetch(location.pathname, { method: 'HEAD' }).catch(() => undefined)
    const time = Date.parse(answer?.headers.get('date') ?? '')
    if (Number.isNaN(time)) return
    aheadMs = time - Date.now()
    update()
  }

  function dismissed(): string[] {
    try {
      return [...dismissedHere, ...(localStorage.getItem(STORED)?.split(' ') ?? [])]
    } catch {
      return [...dismissedHere]
    }
  }

  function store(id: string): void {
    try {
      const ids = [id, ...dismissed().filter((known) => known !== id)].slice(0, MOST_STORED)
      localStorage.setItem(STORED, ids.join(' '))
    } catch {
      // without storage it is dismissed as long as the page is open
      dismissedHere.add(id)
    }
  }
}

// oxlint-disable-next-line unicorn/require-module-specifiers -- a module for tests; the built script exports nothing and runs as a classic one
export {}
