/** Whatever loads faster flashes nothing. */
export const UNNOTICED_MS = 150
/** Nobody tells of a link that turned out to be a download: by then the page is uncovered in any case. */
const LATEST_MS = 10_000

/**
 * Shows the loading screen while another document is long in coming, with or without the app. It goes
 * when the way there is broken off, and before the page is kept for a way back. A browser without the
 * Navigation API shows its own sign alone.
 */
export function coverSlowNavigation(): void {
  const screen = document.querySelector<HTMLTemplateElement>('template#loading')?.content
  if (!screen || !('navigation' in window)) return
  navigation.addEventListener('navigate', ({ destination, downloadRequest, signal }) => {
    const isPage = !destination.sameDocument && destination.url.startsWith('http')
    if (!isPage || downloadRequest !== null) return
    const cover = document.createElement('div')
    cover.append(screen.cloneNode(true))
    const timer = setTimeout(() => document.body.append(cover), UNNOTICED_MS)
    const end = () => {
      clearTimeout(timer)
      cover.remove()
    }
    signal.addEventListener('abort', end)
    addEventListener('pagehide', end, { once: true })
    setTimeout(end, LATEST_MS)
  })
}
