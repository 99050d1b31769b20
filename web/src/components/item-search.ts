import { money } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import type { Choice, ChoiceSearch } from './choice.ts'

interface Line {
  readonly brand: string
  readonly faceValue: number
  readonly currency: string
  readonly quantity: number
  readonly itemReference?: string | undefined
}

interface Order {
  readonly id: string
  readonly itemCount: number
  /** Returns the lines of the order: items are numbered line by line. */
  lines(signal: AbortSignal): Promise<readonly Line[]>
}

/** The number of items offered at once; a text finds the others. */
const CHOICES_MAX = 20

/** Finds an item of an order by its number, its product or its reference. No code is read. */
export function itemSearch({ id, itemCount, lines }: Order): ChoiceSearch {
  return {
    of: `items of ${id}`,
    labelOf: (value) => messages.orders.itemOf(value),
    find: async (text, signal) =>
      itemsOf(await lines(signal), { text: text.toLowerCase(), itemCount }),
  }
}

interface Search {
  readonly text: string
  readonly itemCount: number
}

function itemsOf(lines: readonly Line[], { text, itemCount }: Search): Choice[] {
  const choices: Choice[] = []
  let first = 1
  for (const line of lines) {
    const name = nameOf(line)
    const isNamed = name.toLowerCase().includes(text)
    for (let at = 0; at < line.quantity && choices.length < CHOICES_MAX; at += 1) {
      const value = String(first + at)
      if (isNamed || value === text)
        choices.push({ value, label: messages.orders.itemOf(value, name) })
    }
    first += line.quantity
  }
  // Not all lines of a long order may have been read.
  if (/^[1-9]\d*$/.test(text) && Number(text) >= first && Number(text) <= itemCount) {
    choices.push({ value: text, label: messages.orders.itemOf(text) })
  }
  return choices
}

function nameOf({ brand, faceValue, currency, itemReference = '' }: Line): string {
  return [brand, money(faceValue, currency), itemReference].filter(Boolean).join(', ')
}
