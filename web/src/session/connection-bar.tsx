import { Alert, Button, Group, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { isConnectionLost, listenToConnection, retryConnection } from '../api/connection.ts'
import classes from '../components/components.module.css'
import { messages } from '../messages/messages.ts'

const texts = messages.connection

/** Returns whether the service cannot be reached. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(listenToConnection, isConnectionLost)
}

/** Says that the connection is lost, below every page, until it is found again. */
export function ConnectionBar() {
  const isLost = useConnectionLost()
  return (
    <div role="status">
      {isLost && (
        <Alert color="orange" p="xs" className={classes.connection}>
          <Group gap="sm" justify="center">
            <Text size="sm">{texts.lost}</Text>
            <Button size="compact-xs" variant="default" onClick={retryConnection}>
              {texts.retry}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  )
}
