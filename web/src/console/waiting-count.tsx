import { Badge } from '@mantine/core'
import { count as shownCount } from '../format/format.ts'
import { supplyTexts as texts } from '../messages/en-supply.ts'

/** How many purchases wait for a person; nothing if none does. */
export function WaitingCount({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <Badge variant="light" color="orange" tt="none" miw="max-content">
      {texts.waiting(shownCount(count))}
    </Badge>
  )
}
