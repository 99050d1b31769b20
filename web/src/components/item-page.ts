interface Line {
  readonly quantity: number
}

interface Item<L> {
  readonly itemNo: number
  readonly line: L
}

/** Returns the items of a page of an order, which are numbered line by line from 1. */
export function itemsOfPage<L extends Line>(
  lines: readonly L[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Item<L>[] {
  const first = (page - 1) * pageSize + 1
  const items: Item<L>[] = []
  let itemNo = 1
  for (const line of lines) {
    const next = itemNo + line.quantity
    for (let at = Math.max(itemNo, first); at < Math.min(next, first + pageSize); at += 1) {
      items.push({ itemNo: at, line })
    }
    itemNo = next
  }
  return items
}
