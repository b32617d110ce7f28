/** Runs at once; in a prerendered page, when the page is activated. */
export function whenActivated(run: () => void): void {
  if ('prerendering' in document && document.prerendering === true) {
    document.addEventListener('prerenderingchange', run, { once: true })
  } else {
    run()
  }
}
