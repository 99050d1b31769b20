import { Button, Group, Text } from '@mantine/core'
import { messages } from '../messages/messages.ts'

interface Props {
  readonly isUnmasked: boolean
  unmask(isUnmasked: boolean): void
}

/**
 * Shows personal data whole, which the service audits. The address of the page never contains them.
 */
export function Unmask({ isUnmasked, unmask }: Props) {
  const { unmask: show, unmaskText, mask } = messages.list
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => unmask(!isUnmasked)}>
        {isUnmasked ? mask : show}
      </Button>
      <Text size="xs" c="dimmed">
        {unmaskText}
      </Text>
    </Group>
  )
}
