const LONGEST = 500

/** A failure as text of bounded length, stored beside the job. */
export function failureText(failure: unknown): string {
  const text = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure)
  return text.replaceAll('\0', '').toWellFormed().slice(0, LONGEST).toWellFormed()
}
