/** Has compiled code kept, in whatever imports it. */
export const codeCache = new URL('code-cache.js', import.meta.url).href

/**
 * How Node is to run the shop: what can be said only before a process begins. Nothing but speed and
 * memory depends on it (docs/measurements.md), so `node server/main.ts` works as well.
 */
export const nodeArgs = [
  // V8 gives new objects 1 to 16 MB, by the machine; 4 is the least that collects cheaply
  '--min-semi-space-size=4',
  '--max-semi-space-size=4',
  '--import',
  codeCache,
]

/** What an operator has set stands above it. */
export const environment = {
  // else glibc keeps freed memory apart for each thread
  MALLOC_ARENA_MAX: '1',
  // as many as passwords may be hashed at once: they alone keep a thread busy
  UV_THREADPOOL_SIZE: '2',
}
