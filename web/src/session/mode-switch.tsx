import { Switch } from '@mantine/core'
import { messages } from '../messages/messages.ts'
import { useMode } from './mode.ts'

/** Switches between the partner and its test partner. */
export function ModeSwitch() {
  const [mode, change] = useMode()
  return (
    <Switch
      size="xs"
      color="orange"
      styles={{ label: { whiteSpace: 'nowrap' } }}
      label={messages.ofPortal.mode}
      checked={mode === 'test'}
      onChange={({ currentTarget }) => change(currentTarget.checked ? 'test' : 'live')}
    />
  )
}
