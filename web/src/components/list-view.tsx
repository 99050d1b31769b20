import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Checkbox, Popover, Stack, Switch, Text } from '@mantine/core'
import { messages } from '../messages/messages.ts'

interface Props {
  /** All columns that can be hidden. */
  readonly labels: readonly string[]
  readonly hidden: readonly string[]
  hide(labels: readonly string[]): void
  readonly isDense: boolean
  setDense(isDense: boolean): void
}

/** Chooses which columns of a list are shown, and how close together the rows of all lists are. */
export function ListView({ labels, hidden, hide, isDense, setDense }: Props) {
  return (
    <Popover position="top-start" shadow="sm">
      <Popover.Target>
        <Button size="compact-xs" variant="subtle">
          {messages.list.view}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Switch
            size="xs"
            label={messages.list.dense}
            checked={isDense}
            onChange={({ currentTarget }) => setDense(currentTarget.checked)}
          />
          {labels.length > 0 && (
            <Text size="xs" c="dimmed">
              {messages.list.columns}
            </Text>
          )}
          {labels.map((label) => (
            <Checkbox
              key={label}
              size="xs"
              label={label}
              checked={!hidden.includes(label)}
              onChange={({ currentTarget }) =>
                hide(
                  currentTarget.checked
                    ? hidden.filter((one) => one !== label)
                    : [...hidden, label],
                )
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
