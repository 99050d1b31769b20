import { Anchor, PasswordInput, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { messages } from '../messages/messages.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import { OidcButton, PasswordDivider } from './oidc-button.tsx'
import { ownApplication } from './own-application.ts'
import { sessionQuery } from './session.ts'
import { useHashToken } from './use-hash-token.ts'
import { useMethods } from './use-methods.ts'

const texts = messages.invitation

/** The page of an invitation: the person chooses name and password, and is signed in. */
export function InvitationPage() {
  useDocumentTitle(`${texts.title} · ${messages.product}`)
  const [token] = useHashToken()
  const methods = useMethods()
  const hasPasswordForm = token !== '' && methods?.password === true
  return (
    <EntryCard
      text={token === '' ? texts.incomplete : hasPasswordForm ? texts.about : texts.oidcOnly}
    >
      {methods?.oidc && <OidcButton />}
      {methods?.oidc && hasPasswordForm && <PasswordDivider />}
      {hasPasswordForm && <AcceptanceForm token={token} />}
    </EntryCard>
  )
}

interface Account {
  readonly name: string
  readonly password: string
}

function AcceptanceForm({ token }: { readonly token: string }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const application = ownApplication()
  const accept = useMutation({
    mutationFn: (account: Account) =>
      call('acceptInvitation', { body: { ...account, token } }).then(({ email }) =>
        call('signIn', { body: { email, password: account.password } }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await navigate({ to: application })
    },
  })
  const [account, setAccount] = useState<Account>({ name: '', password: '' })
  const fault = (field: string): string | undefined =>
    accept.error instanceof ApiError ? accept.error.about(field) : undefined
  return (
    <EntryForm
      act={accept}
      label={texts.submit}
      submit={() => accept.mutate(account)}
      links={
        <Anchor component={Link} to={application} size="sm">
          {texts.signIn}
        </Anchor>
      }
    >
      <TextInput
        value={account.name}
        onChange={({ currentTarget: { value } }) => setAccount({ ...account, name: value })}
        label={texts.name}
        error={fault('name')}
        autoComplete="name"
        required
        autoFocus
      />
      <PasswordInput
        value={account.password}
        onChange={({ currentTarget: { value } }) => setAccount({ ...account, password: value })}
        label={texts.password}
        description={texts.passwordHelp}
        error={fault('password')}
        autoComplete="new-password"
        required
      />
    </EntryForm>
  )
}
