/** A module that enables Node's compile cache in a program that imports it. */
export const codeCache = new URL('code-cache.js', import.meta.url).href

/**
 * Options of Node for the shop's process. They change speed and memory only (docs/decisions/022), so
 * `node server/main.ts` works without them.
 */
export const nodeArgs = ['--import', codeCache, '--min-semi-space-size=2']

/** Environment variables for the shop's process; those that the operator has set take precedence. */
export const environment = {
  // otherwise glibc keeps freed memory for each thread separately: 7 % more under load
  MALLOC_ARENA_MAX: '1',
  // one for each password that may be hashed at once; nothing else keeps a thread busy
  UV_THREADPOOL_SIZE: '2',
}
