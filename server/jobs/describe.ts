const LONGEST = 500

/** A failure in the words that are kept beside the job. */
export function describe(failure: unknown): string {
  const text = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure)
  return text.replaceAll('\0', '').toWellFormed().slice(0, LONGEST).toWellFormed()
}
