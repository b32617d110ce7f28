const KEY = 'reloaded'
const GUARD_MS = 10_000

/** Reloads the page, at most once per 10 s per page; false when it has just been done. */
export function reloadOnce(reload = () => location.reload()): boolean {
  const key = `${KEY}:${location.pathname}`
  const now = Date.now()
  if (now - Number(sessionStorage.getItem(key)) < GUARD_MS) return false
  sessionStorage.setItem(key, String(now))
  reload()
  return true
}
