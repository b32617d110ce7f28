/**
 * The app listens from here on. Returns what tells it of what was typed before, and presses the button
 * again that was pressed before (`web/head.ts`), for when the app knows what to do.
 */
export function replayEarlyClick(): () => void {
  document.documentElement.toggleAttribute('data-app', true)
  const button = document.querySelector<HTMLElement>('[data-pressed]')
  return () => {
    for (const field of document.querySelectorAll('input')) {
      if (field.value === field.defaultValue) continue
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (!button?.isConnected || button.dataset['pressed'] === undefined) return
    button.ariaBusy = null
    delete button.dataset['pressed']
    button.click()
  }
}
