const KEY = 'reloaded'
const GUARD_MS = 10_000

/**
 * Reloads the page, at most once per 10 s per page; false when it has just been done, and without
 * session storage.
 */
export function reloadOnce(reload = () => location.reload()): boolean {
  if (!isDue(`${KEY}:${location.pathname}`, Date.now())) return false
  reload()
  return true
}

function isDue(key: string, now: number): boolean {
  try {
    // a clock that was set back must not forbid it for long
    if (Math.abs(now - Number(sessionStorage.getItem(key))) < GUARD_MS) return false
    sessionStorage.setItem(key, String(now))
    return true
  } catch {
    return false
  }
}
