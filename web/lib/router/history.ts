import { type Location, locationOf, pathOf } from './location.ts'

/** Where a router reads and writes the visitor's way. */
export interface History {
  read: () => Location
  push: (location: Location) => void
  replace: (location: Location) => void
  /** Tells of every step back or forward; the answer ends it. */
  listen: (onStep: () => void) => () => void
  /** Loads the address as a document of its own. */
  leave: (path: string, isReplacing: boolean) => void
  /** Loads the document of the address that is there already. */
  reload: () => void
}

/** The tab's history. An entry that has no name yet, as documents begin with, is given one. */
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
      // what cannot be cloned is a fault of ours; else the browser has had too many entries
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

/** A way that is in no address bar, for tests and prerendering; it knows its last entry alone. */
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
