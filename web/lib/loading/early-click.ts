/**
 * Ends the recording of clicks in `web/before-paint.ts`. Returns a function to call after hydration, which sends
 * input events for text typed before, and repeats the click on a button.
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
