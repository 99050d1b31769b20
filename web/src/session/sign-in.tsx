import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { call, type Result } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { messages } from '../messages/messages.ts'
import { DoorCard } from './door-card.tsx'
import { ownDoor } from './own-door.ts'
import { OidcButton, PasswordDivider } from './oidc-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { renewSession, useSessionOver } from './session.ts'
import { useMethods } from './use-methods.ts'

const texts = messages.signIn

/** The page for those who are not signed in. */
export function SignIn() {
  useDocumentTitle(`${texts.title} · ${messages.product}`)
  return <SignInCard />
}

/** Asks for e-mail and password, or leads to the provider of OpenID Connect. */
export function SignInCard() {
  const methods = useMethods()
  return (
    <DoorCard text={useSessionOver() ? texts.over : texts.about}>
      {methods?.oidc && <OidcButton />}
      {methods?.oidc && methods.password && <PasswordDivider />}
      {methods?.password && <Steps />}
    </DoorCard>
  )
}

/** Signs in by a passkey, or by the password and then the second factor, if the user has one. */
function Steps() {
  const queries = useQueryClient()
  const [pending, setPending] = useState<Result<'signIn'>['secondFactor']>()
  const done = () => renewSession(queries)
  if (!pending) {
    const onDone = async ({ secondFactor }: Result<'signIn'>): Promise<void> => {
      if (secondFactor) setPending(secondFactor)
      else await done()
    }
    return (
      <Stack>
        <PasswordForm onDone={onDone} />
        <PasskeyButton onDone={done} />
      </Stack>
    )
  }
  const { token, hasPasskey } = pending
  return (
    <Stack>
      {hasPasskey && <PasskeyButton token={token} onDone={done} />}
      <CodeForm token={token} onDone={done} back={() => setPending(undefined)} />
    </Stack>
  )
}

interface PasswordFormProps {
  onDone(result: Result<'signIn'>): Promise<void>
}

function PasswordForm({ onDone }: PasswordFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const act = useMutation({
    mutationFn: (body: { email: string; password: string }) => call('signIn', { body }),
    onSuccess: onDone,
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
        <Anchor href={`${ownDoor()}/password-reset`} size="sm">
          {texts.forgot}
        </Anchor>
      </Stack>
    </form>
  )
}

interface CodeFormProps {
  readonly token: string
  onDone(): Promise<void>
  back(): void
}

/** Asks for a code of the authenticator app, or a recovery code. */
function CodeForm({ token, onDone, back }: CodeFormProps) {
  const [code, setCode] = useState('')
  const act = useMutation({
    mutationFn: (body: { token: string; code: string }) => call('proveSecondFactor', { body }),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    act.mutate({ token, code })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          label={texts.code}
          description={texts.codeHelp}
          autoComplete="one-time-code"
          required
          autoFocus
        />
        {act.error && <Failure error={act.error} />}
        <Button type="submit" loading={act.isPending}>
          {texts.submit}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={back}>
          {texts.back}
        </Anchor>
      </Stack>
    </form>
  )
}
