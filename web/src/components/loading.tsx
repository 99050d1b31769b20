import { Skeleton, Stack } from '@mantine/core'
import { messages } from '../messages/messages.ts'
import classes from './components.module.css'

/** Stands where content will be. The page hides everything below it, which would move otherwise. */
export function Loading({ lines = 6 }: { readonly lines?: number }) {
  return (
    <Stack
      gap="xs"
      className={classes.loading}
      aria-busy="true"
      aria-label={messages.loading}
      role="status"
    >
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={28} />
      ))}
    </Stack>
  )
}
