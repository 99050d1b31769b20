import { Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import classes from '../components/components.module.css'
import { Failure } from '../components/failure.tsx'
import { webhookTexts as texts } from '../messages/en-webhooks.ts'
import { useCan } from '../session/session.ts'
import type { WebhookSide } from './side.ts'

interface Props {
  readonly side: WebhookSide
  readonly eventId: string
}

/**
 * The body that was sent for an event, read when it is opened. Events have identifiers and amounts,
 * and never a code, a name or an address.
 */
export function SentBody({ side, eventId }: Props) {
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!can(side.operations.events)) return null
  return (
    <details onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary className={classes.whole}>{texts.sent}</summary>
      {isOpen && <Body side={side} eventId={eventId} />}
    </details>
  )
}

function Body({ side: { operations, path }, eventId }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: [operations.events, eventId],
    queryFn: async ({ signal }) => {
      const query = { after: idAfter(eventId), pageSize: 1 }
      const [event] = await call(operations.events, { path, query, signal })
      return event?.id === eventId ? event : null
    },
    // An event never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined) return null
  if (data === null) return <Text size="sm">{texts.notStored}</Text>
  return (
    <Code block tabIndex={0}>
      {JSON.stringify(data, null, 2)}
    </Code>
  )
}

/** Returns the id of the next event: a list after that id begins with this event. */
function idAfter(eventId: string): string {
  return eventId.replace(/\d+$/, (number) => String(Number(number) + 1))
}
