import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { messages } from '../messages/messages.ts'

const texts = messages.signIn

/** Leads to the provider of OpenID Connect. */
export function OidcButton() {
  const begin = useMutation({
    mutationFn: () => call('beginOidcSignIn'),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <Stack>
      {begin.error && <Failure error={begin.error} />}
      <Button
        onClick={() => begin.mutate()}
        loading={begin.isPending || begin.isSuccess}
        variant="default"
        fullWidth
      >
        {texts.oidc}
      </Button>
    </Stack>
  )
}

/** Stands between the button and a form with a password. */
export function PasswordDivider() {
  return (
    <Text c="dimmed" size="sm" ta="center" my="sm">
      {texts.or}
    </Text>
  )
}
