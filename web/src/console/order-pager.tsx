import { Button, Group, Text } from '@mantine/core'
import { messages } from '../messages/messages.ts'

const texts = messages.orders

interface Props {
  /** Says which entries are shown, of how many. */
  readonly shown: string
  readonly page: number
  readonly hasNext: boolean
  open(page: number): void
}

/** Goes from page to page of a part of an order. */
export function OrderPager({ shown, page, hasNext, open }: Props) {
  if (page === 1 && !hasNext) return null
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" role="status">
        {shown}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={page === 1} onClick={() => open(page - 1)}>
          {texts.previous}
        </Button>
        <Button size="xs" variant="default" disabled={!hasNext} onClick={() => open(page + 1)}>
          {texts.next}
        </Button>
      </Group>
    </Group>
  )
}
