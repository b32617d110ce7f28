/** No loading screen for anything faster. */
export const UNNOTICED_MS = 150
/** No event says that a link turned out to be a download: the page is uncovered after this time. */
const LATEST_MS = 10_000

/**
 * Shows the loading screen while another document takes long to load, with or without the app. Removes it
 * when the navigation is aborted and before the page enters the back/forward cache. Does nothing without
 * the Navigation API.
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
