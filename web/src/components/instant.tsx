import { Text, Tooltip } from '@mantine/core'
import { localTime, utcTime } from '../format/format.ts'

/** An instant in the reader's time zone; the tooltip has it in UTC. */
export function Instant({ at }: { readonly at: string | undefined }) {
  if (at === undefined) return null
  return (
    <Tooltip label={utcTime(at)}>
      <Text component="time" dateTime={at} size="sm" inherit>
        {localTime(at)}
      </Text>
    </Tooltip>
  )
}
