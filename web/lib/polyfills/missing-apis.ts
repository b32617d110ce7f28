/** Adds what the oldest browsers of the baseline lack, before anything else runs; today's load nothing. */
export async function addMissingApis(): Promise<void> {
  // the youngest: who has them has the rest
  if ('parse' in URL && 'any' in AbortSignal && 'popover' in HTMLElement.prototype) return
  await import('./polyfills.ts')
}
