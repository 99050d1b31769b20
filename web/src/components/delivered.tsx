import { Text } from '@mantine/core'
import { count, money } from '../format/format.ts'
import { messages } from '../messages/messages.ts'

/** The sums of a CANCELLED order, from the list of its cases. */
interface Props {
  readonly itemCount: number
  readonly currency: string
  readonly chargedAmount: number
  /** The items of the page that was read, by their numbers. */
  readonly itemNos: readonly { readonly first: number; readonly last: number }[]
}

const texts = messages.delivered

/** Says which items a CANCELLED order had delivered, and their charge. */
export function Delivered({ itemCount, currency, chargedAmount, itemNos }: Props) {
  const named = itemNos.reduce((items, { first, last }) => items + last - first + 1, 0)
  const numbers = itemNos.map(({ first, last }) => (first === last ? first : `${first} – ${last}`))
  return (
    <>
      <Text size="sm">{texts.charged(count(itemCount), money(chargedAmount, currency))}</Text>
      <Text size="sm" c="dimmed">
        {texts.itemNos(numbers.join(', '))}
        {named < itemCount && texts.further(count(itemCount - named))}
      </Text>
    </>
  )
}
