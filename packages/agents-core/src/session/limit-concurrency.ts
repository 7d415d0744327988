/** Runs work for each item, at most `limit` at the same time; begins in order, and gives the results in order. */
export async function limitConcurrency<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  if (items.length <= limit) return Promise.all(items.map(work))
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at] as Item, at)
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  return results
}
