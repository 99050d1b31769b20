import { Anchor, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Result } from '../api/client.ts'
import { messages } from '../messages/messages.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm, EmailInput } from './entry-form.tsx'
import { ownApplication } from './own-application.ts'
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
    <EntryCard text={useSessionOver() ? texts.over : texts.about}>
      {methods?.oidc && <OidcButton />}
      {methods?.oidc && methods.password && <PasswordDivider />}
      {methods?.password && <Steps />}
    </EntryCard>
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
  return (
    <EntryForm
      act={act}
      label={texts.submit}
      submit={() => act.mutate({ email, password })}
      links={
        <Anchor href={`${ownApplication()}/password-reset`} size="sm">
          {texts.forgot}
        </Anchor>
      }
    >
      <EmailInput label={texts.email} value={email} set={setEmail} />
      <PasswordInput
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        label={texts.password}
        autoComplete="current-password"
        required
      />
    </EntryForm>
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
  return (
    <EntryForm
      act={act}
      label={texts.submit}
      submit={() => act.mutate({ token, code })}
      links={
        <Anchor component="button" type="button" size="sm" onClick={back}>
          {texts.back}
        </Anchor>
      }
    >
      <TextInput
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        label={texts.code}
        description={texts.codeHelp}
        autoComplete="one-time-code"
        required
        autoFocus
      />
    </EntryForm>
  )
}
