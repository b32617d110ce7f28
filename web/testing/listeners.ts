type Remove = () => void

const added: Remove[] = []
let isWatching = false

/** Remembers from now on what scripts listen to on the window and the document. */
export function watchListeners(): void {
  if (isWatching) return
  isWatching = true
  for (const target of [window, document, navigation, cookieStore]) watch(target)
}

/**
 * Removes listeners that are left at the end of a file: scripts of a document listen for as long as it lives, and
 * would hear the events of the next file.
 */
export function removeForeignListeners(): void {
  for (const remove of added.splice(0)) remove()
}

function watch(target: EventTarget): void {
  const add = target.addEventListener.bind(target)
  target.addEventListener = (type, listener, options) => {
    add(type, listener, options)
    // React listens to it once for each document
    if (type === 'selectionchange') return
    added.push(() => target.removeEventListener(type, listener, options))
  }
}
