/**
 * Ends the recording of clicks in `web/before-paint.ts`. Returns a function to call after hydration, which sends
 * input events for text typed before, and repeats the click on a button. Where React had to render the page anew, because
 * a translator or an extension had changed it, the new fields get what was typed into the old ones.
 */
export function replayEarlyClick(): () => void {
  document.documentElement.toggleAttribute('data-app', true)
  const button = document.querySelector<HTMLElement>('[data-pressed]')
  const changed = new Set([...document.querySelectorAll('input')].filter(isChanged))
  let focused = document.activeElement
  const noting = new AbortController()
  const options = { capture: true, signal: noting.signal }
  addEventListener('focusin', () => (focused = document.activeElement), options)
  addEventListener(
    'input',
    ({ target }) => target instanceof HTMLInputElement && changed.add(target),
    options,
  )
  return () => {
    noting.abort()
    for (const field of changed) {
      const shown = shownField(field)
      if (!shown) continue
      if (shown !== field) {
        shown.value = field.value
        shown.checked = field.checked
      }
      if (shown.value !== shown.defaultValue)
        shown.dispatchEvent(new Event('input', { bubbles: true }))
    }
    changed.clear()
    if (focused instanceof HTMLInputElement && !focused.isConnected) shownField(focused)?.focus()
    focused = null
    if (!button?.isConnected || button.dataset['pressed'] === undefined) return
    button.removeAttribute('aria-busy')
    delete button.dataset['pressed']
    button.click()
  }
}

function isChanged({ value, defaultValue, checked, defaultChecked }: HTMLInputElement): boolean {
  return value !== defaultValue || checked !== defaultChecked
}

/** The field itself, or the one that has taken its place. */
function shownField(field: HTMLInputElement): HTMLInputElement | undefined {
  if (field.isConnected) return field
  const isBox = /^(checkbox|radio)$/.test(field.type)
  return [...document.querySelectorAll('input')].find(
    ({ name, value }) => name === field.name && (!isBox || value === field.value),
  )
}
