import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { passwordResetTexts } from '../messages/en-password-reset.ts'
import { messages } from '../messages/messages.ts'
import { DoorCard } from './door-card.tsx'
import { ownDoor } from './own-door.ts'
import { sessionQuery } from './session.ts'
import { useMethods } from './use-methods.ts'

const texts = passwordResetTexts

/** Asks for the address to mail a link to or, opened by such a link, for the new password. */
export function PasswordResetPage() {
  useDocumentTitle(`${texts.title} · ${messages.product}`)
  const [token, setToken] = useState(() => location.hash.slice(1))
  const methods = useMethods()
  // The token is a secret: it does not stay in the address or in the history.
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  if (!methods) return <DoorCard>{null}</DoorCard>
  if (!methods.password) return <Notice text={texts.oidcOnly} />
  if (token !== '') return <NewPassword token={token} again={() => setToken('')} />
  return methods.passwordReset ? <Request /> : <Notice text={texts.noMail} />
}

function Notice({ text }: { readonly text: string }) {
  return (
    <DoorCard text={text}>
      <BackToSignIn />
    </DoorCard>
  )
}

function BackToSignIn() {
  return (
    <Anchor component={Link} to={ownDoor()} size="sm">
      {texts.signIn}
    </Anchor>
  )
}

function Request() {
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: (body: { email: string }) => call('requestPasswordReset', { body }),
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    ask.mutate({ email })
  }
  if (ask.isSuccess) return <Asked email={email} again={() => ask.reset()} />
  return (
    <DoorCard text={texts.about}>
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
          {ask.error && <Failure error={ask.error} />}
          <Button type="submit" loading={ask.isPending}>
            {texts.ask}
          </Button>
          <BackToSignIn />
        </Stack>
      </form>
    </DoorCard>
  )
}

/** Says the same to every address, whether or not it has a user. */
function Asked({ email, again }: { readonly email: string; again(): void }) {
  return (
    <DoorCard>
      <Stack mt="xs">
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {texts.asked(email)}
        </Text>
        <Anchor component="button" type="button" size="sm" ta="start" onClick={again}>
          {texts.otherAddress}
        </Anchor>
        <BackToSignIn />
      </Stack>
    </DoorCard>
  )
}

interface NewPasswordProps {
  readonly token: string
  again(): void
}

function NewPassword({ token, again }: NewPasswordProps) {
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const act = useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      call('confirmPasswordReset', { body }),
    // The session of this browser may have been one of those that ended.
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    act.mutate({ token, password })
  }
  if (act.isSuccess) return <Notice text={texts.done} />
  return (
    <DoorCard text={texts.choose}>
      <form onSubmit={submit}>
        <Stack>
          <PasswordInput
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            label={texts.password}
            description={texts.passwordHelp}
            error={act.error instanceof ApiError && act.error.about('password')}
            autoComplete="new-password"
            required
            autoFocus
          />
          {act.error && <Failure error={act.error} />}
          <Button type="submit" loading={act.isPending}>
            {texts.submit}
          </Button>
          <Anchor component="button" type="button" size="sm" ta="start" onClick={again}>
            {texts.again}
          </Anchor>
          <BackToSignIn />
        </Stack>
      </form>
    </DoorCard>
  )
}
