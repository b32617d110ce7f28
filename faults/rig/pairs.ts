/** Works through a list two at a time: most of the work is waiting. */
export async function inPairs<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items.values()
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all([lane(), lane()])
}
