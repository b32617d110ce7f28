import { type Location, locationOf, pathOf } from './location.ts'

/** The history that a router reads and writes. */
export interface History {
  read: () => Location
  push: (location: Location) => void
  replace: (location: Location) => void
  /** Calls back on every step back or forward; returns the unsubscribe function. */
  listen: (onStep: () => void) => () => void
  /** Loads the address as a document of its own. */
  leave: (path: string, isReplacing: boolean) => void
  /** Reloads the document. */
  reload: () => void
}

/** The tab's history. An entry without a key, as documents begin with, gets one. */
export function browserHistory(): History {
  const { history, location } = window

  function read(): Location {
    const { usr = null, key, ...rest } = stateOf(history.state)
    if (typeof key === 'string') return locationOf(location, usr, key)
    const named = locationOf(location, usr)
    history.replaceState({ ...rest, usr, key: named.key }, '')
    return named
  }

  function replace(next: Location): void {
    history.replaceState({ usr: next.state, key: next.key }, '', pathOf(next))
  }

  function push(next: Location): void {
    try {
      history.pushState({ usr: next.state, key: next.key }, '', pathOf(next))
    } catch (error) {
      // a state that cannot be cloned is a bug of ours; else the browser limits the number of entries
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error
      location.assign(pathOf(next))
    }
  }

  function listen(onStep: () => void): () => void {
    addEventListener('popstate', onStep)
    return () => removeEventListener('popstate', onStep)
  }

  function leave(path: string, isReplacing: boolean): void {
    if (isReplacing) location.replace(path)
    else location.assign(path)
  }

  return { read, push, replace, listen, leave, reload: () => location.reload() }
}

/** A history without a browser, for tests and prerendering; it has one entry only. */
export function memoryHistory(at: string): History {
  let current = locationOf(new URL(at, 'http://memory.invalid'))
  const set = (next: Location) => {
    current = next
  }
  const nothing = () => undefined
  return {
    read: () => current,
    push: set,
    replace: set,
    listen: () => nothing,
    leave: nothing,
    reload: nothing,
  }
}

function stateOf(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
