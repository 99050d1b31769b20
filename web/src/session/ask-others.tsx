import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OperationId } from '../api/client.ts'
import { readable } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { rolesFor } from './roles-for.ts'
import { sessionQuery, useCan } from './session.ts'

interface Props {
  readonly operation: OperationId
  /** The label of the button that other users see here. */
  readonly act: string
}

/** Tells a user whose role does not permit an act whom to ask for it. Shows nothing to others. */
export function AskOthers({ operation, act }: Props) {
  const can = useCan()
  const { data } = useQuery(sessionQuery)
  if (!data || can(operation)) return null
  return (
    <Text size="sm" c="dimmed">
      {messages.notPermitted.act(act, readable(data.user.role), rolesFor(operation, data))}
    </Text>
  )
}
