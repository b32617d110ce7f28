/** Reads a declared cursor page by page: `fetch` returns the next rows, none at the end. */
export async function* readCursor<Row>(fetch: () => Promise<Row[]>): AsyncGenerator<Row> {
  for (;;) {
    const rows = await fetch()
    if (rows.length === 0) return
    yield* rows
  }
}
