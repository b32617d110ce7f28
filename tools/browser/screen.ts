/** Fills in a value wherever the page shows it. */
export function fill(name: string, text: string): void {
  for (const element of document.querySelectorAll(`[data-value="${name}"]`))
    if (element.textContent !== text) element.textContent = text
}

export function formatNumber(value: number): string {
  return value.toLocaleString('en')
}

/** Shows one of the views beside the text. */
export function showView(name: string): void {
  for (const view of document.querySelectorAll<HTMLElement>('[data-when]'))
    view.hidden = view.dataset['when'] !== name
}

/** Moves the focus to the heading of a view: what had it is gone. */
export function focusView(name: string): void {
  document.getElementById(`${name}-title`)?.focus()
}

/** For screen readers. */
export function announce(text: string): void {
  const status = document.getElementById('announcement')
  if (status) status.textContent = text
}

/** Finds an element that the server has written; throws when the page has none. */
export function find<E extends Element>(selector: string, kind: new () => E): E {
  const found = document.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`)
  return found
}
