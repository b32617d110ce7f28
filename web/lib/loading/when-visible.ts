/** Runs now, or in a page that the browser prerenders, when it is shown. */
export function whenVisible(run: () => void): void {
  if ('prerendering' in document && document.prerendering === true) {
    document.addEventListener('prerenderingchange', run, { once: true })
  } else {
    run()
  }
}
