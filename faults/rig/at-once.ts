/** Calls `work` for each item, `count` at a time: most of the work is waiting. */
export async function forEachAtOnce<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items.values()
  const workInTurn = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: count }, workInTurn))
}
