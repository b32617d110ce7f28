/** Rows that one statement deletes at most, so that it stays below the statement timeout. */
export const BATCH_ROWS = 1_000

/** Repeats `deletePart`, which deletes at most BATCH_ROWS rows and returns one for each, until fewer are left or `stop` aborts. */
export async function deleteInBatches(
  deletePart: () => Promise<readonly unknown[]>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const deleted = await deletePart()
    if (deleted.length < BATCH_ROWS) return
  }
}
