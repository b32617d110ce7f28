/** Calls `work` for each item, two at a time: most of the work is waiting. */
export async function forEachTwoAtATime<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items.values()
  const workInTurn = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all([workInTurn(), workInTurn()])
}
