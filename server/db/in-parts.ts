/** Rows that one statement deletes: it stays well inside its time, however many there are. */
export const PART = 1_000

/** Repeats a statement that deletes at most PART rows, and returns one for each, until few are left or it is told to stop. */
export async function inParts(
  deletePart: () => Promise<readonly unknown[]>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const deleted = await deletePart()
    if (deleted.length < PART) return
  }
}
