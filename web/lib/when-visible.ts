/** Runs now, or, in a page that the browser prepares ahead of a visit, when the visit begins. */
export function whenVisible(run: () => void): void {
  if ('prerendering' in document && document.prerendering === true) {
    document.addEventListener('prerenderingchange', run, { once: true })
  } else {
    run()
  }
}
