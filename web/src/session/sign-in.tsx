import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { call } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { messages } from '../messages/messages.ts'
import { OidcButton, PasswordDivider } from './oidc-button.tsx'
import { sessionQuery } from './session.ts'
import { useMethods } from './use-methods.ts'

const texts = messages.signIn

/** Asks for e-mail and password, or leads to the provider of OpenID Connect. */
export function SignIn() {
  useDocumentTitle(`${texts.title} · ${messages.product}`)
  const methods = useMethods()
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={380} maw="100%">
        <Title order={1} size="h2">
          {messages.product}
        </Title>
        <Text c="dimmed" size="sm" mb="md">
          {texts.about}
        </Text>
        {methods?.oidc && <OidcButton />}
        {methods?.oidc && methods.password && <PasswordDivider />}
        {methods?.password && <PasswordForm />}
      </Paper>
    </Center>
  )
}

function PasswordForm() {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const act = useMutation({
    mutationFn: (body: { email: string; password: string }) => call('signIn', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    act.mutate({ email, password })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <PasswordInput
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          label={texts.password}
          autoComplete="current-password"
          required
        />
        {act.error && <Failure error={act.error} />}
        <Button type="submit" loading={act.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  )
}
