import { Anchor, PasswordInput, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { passwordResetTexts } from '../messages/en-password-reset.ts'
import { messages } from '../messages/messages.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm, EmailInput } from './entry-form.tsx'
import { ownApplication } from './own-application.ts'
import { sessionQuery } from './session.ts'
import { useHashToken } from './use-hash-token.ts'
import { useMethods } from './use-methods.ts'

const texts = passwordResetTexts

/** Asks for the address to mail a link to or, opened by such a link, for the new password. */
export function PasswordResetPage() {
  useDocumentTitle(`${texts.title} · ${messages.product}`)
  const [token, setToken] = useHashToken()
  const methods = useMethods()
  if (!methods) return <EntryCard>{null}</EntryCard>
  if (!methods.password) return <Notice text={texts.oidcOnly} />
  if (token !== '') return <NewPassword token={token} again={() => setToken('')} />
  return methods.passwordReset ? <Request /> : <Notice text={texts.noMail} />
}

function Notice({ text }: { readonly text: string }) {
  return (
    <EntryCard text={text}>
      <BackToSignIn />
    </EntryCard>
  )
}

function BackToSignIn() {
  return (
    <Anchor component={Link} to={ownApplication()} size="sm">
      {texts.signIn}
    </Anchor>
  )
}

function Request() {
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: (body: { email: string }) => call('requestPasswordReset', { body }),
  })
  if (ask.isSuccess) return <RequestSent email={email} again={() => ask.reset()} />
  return (
    <EntryCard text={texts.about}>
      <EntryForm
        act={ask}
        label={texts.ask}
        links={<BackToSignIn />}
        submit={() => ask.mutate({ email })}
      >
        <EmailInput label={texts.email} value={email} set={setEmail} />
      </EntryForm>
    </EntryCard>
  )
}

/** Says the same to every address, whether or not it has a user. */
function RequestSent({ email, again }: { readonly email: string; again(): void }) {
  return (
    <EntryCard>
      <Stack mt="xs">
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {texts.asked(email)}
        </Text>
        <Anchor component="button" type="button" size="sm" ta="start" onClick={again}>
          {texts.otherAddress}
        </Anchor>
        <BackToSignIn />
      </Stack>
    </EntryCard>
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
  if (act.isSuccess) return <Notice text={texts.done} />
  return (
    <EntryCard text={texts.choose}>
      <EntryForm
        act={act}
        label={texts.submit}
        submit={() => act.mutate({ token, password })}
        links={
          <>
            <Anchor component="button" type="button" size="sm" ta="start" onClick={again}>
              {texts.again}
            </Anchor>
            <BackToSignIn />
          </>
        }
      >
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
      </EntryForm>
    </EntryCard>
  )
}
