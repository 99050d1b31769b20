import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Failure } from '../components/failure.tsx'
import { messages } from '../messages/messages.ts'
import { canUsePasskeys, signInByPasskey } from './passkey.ts'

interface Props {
  /** Set if the user has already entered the right password. */
  readonly token?: string
  onDone(): Promise<void>
}

/** Signs in by a passkey, if the browser supports them. */
export function PasskeyButton({ token, onDone }: Props) {
  const act = useMutation({ mutationFn: () => signInByPasskey(token), onSuccess: onDone })
  if (!canUsePasskeys()) return null
  return (
    <Stack>
      {act.error && <Failure error={act.error} />}
      <Button variant="default" fullWidth onClick={() => act.mutate()} loading={act.isPending}>
        {messages.passkeys.signIn}
      </Button>
    </Stack>
  )
}
