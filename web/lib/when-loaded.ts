/** Runs now, or when the document and all that it names have loaded. */
export function whenLoaded(run: () => void, signal?: AbortSignal): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run, { once: true, ...(signal && { signal }) })
}
