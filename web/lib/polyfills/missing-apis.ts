/** Adds what the oldest browsers of the baseline lack, before anything else runs; today's load nothing. */
export async function addMissingApis(): Promise<void> {
  // the youngest in every engine (Chrome 126, Safari 18, Firefox 126): who has it has the rest
  if (!('parse' in URL)) await import('./polyfills.ts')
}
