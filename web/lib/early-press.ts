/**
 * The app listens from here on. Returns what presses the button again that was pressed before
 * (`web/head.ts`), for when the app knows what to do.
 */
export function takeEarlyPress(): () => void {
  document.documentElement.toggleAttribute('data-app', true)
  const button = document.querySelector<HTMLElement>('[data-pressed]')
  return () => {
    if (!button?.isConnected || button.dataset['pressed'] === undefined) return
    button.ariaBusy = null
    delete button.dataset['pressed']
    button.click()
  }
}
