import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messages } from '../messages/messages.ts'
import { withStepUp } from '../session/passkey.ts'
import { Failure } from './failure.tsx'

/** Long enough to read it, to see a mistake and to press the button. */
const SHOWN_MS = 10_000

/** Says what was done. If it can be taken back, the notification has a button for that. */
export function showDone(message: string, undo?: () => Promise<unknown>): void {
  const closeButtonProps = { 'aria-label': messages.close }
  if (!undo) {
    notifications.show({ closeButtonProps, message })
    return
  }
  const id = crypto.randomUUID()
  notifications.show({
    id,
    closeButtonProps,
    message: <Undo message={message} undo={undo} close={() => notifications.hide(id)} />,
    autoClose: SHOWN_MS,
  })
}

interface Props {
  readonly message: string
  undo(): Promise<unknown>
  close(): void
}

function Undo({ message, undo, close }: Props) {
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: () => withStepUp(undo),
    onSuccess: () => {
      close()
      showDone(messages.act.undone)
    },
    onSettled: () => queries.invalidateQueries(),
  })
  if (act.error) return <Failure error={act.error} />
  return (
    <Group justify="space-between" wrap="nowrap">
      {message}
      <Button size="xs" variant="default" loading={act.isPending} onClick={() => act.mutate()}>
        {messages.act.undo}
      </Button>
    </Group>
  )
}
