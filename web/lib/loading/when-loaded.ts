/** Runs now, or after the load event of the document. */
export function whenLoaded(run: () => void, signal?: AbortSignal): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run, { once: true, ...(signal && { signal }) })
}
