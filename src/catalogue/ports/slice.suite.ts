/** Lists that come in parts, for tests. */
/** Every item of a list, asked for in parts. */
export async function all<T>(
  slice: (cursor: string | undefined) => Promise<{ items: readonly T[]; next: string | null }>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let turn = 0; turn < 1000; turn++) {
    const part = await slice(cursor);
    items.push(...part.items);
    if (part.next === null) return items;
    cursor = part.next;
  }
  throw new Error('the list does not end');
}
