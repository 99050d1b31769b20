import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { messages } from '../messages/messages.ts'

interface Props {
  /** All that can be hidden. */
  readonly labels: readonly string[]
  readonly hidden: readonly string[]
  hide(labels: readonly string[]): void
}

/** Chooses which columns of a list are shown. */
export function ColumnChoice({ labels, hidden, hide }: Props) {
  return (
    <Popover position="top-start" shadow="sm">
      <Popover.Target>
        <Button size="xs" variant="subtle">
          {messages.list.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
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
