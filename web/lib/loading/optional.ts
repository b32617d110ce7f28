/** Runs what a page can do without: its failure is reported, and everything else goes on. */
export function optional(run: () => void): void {
  try {
    run()
  } catch (error) {
    reportError(error)
  }
}
