import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { messages } from '../messages/messages.ts'
import { DoorCard } from './door-card.tsx'
import { OidcButton, PasswordDivider } from './oidc-button.tsx'
import { ownDoor } from './own-door.ts'
import { sessionQuery } from './session.ts'
import { useMethods } from './use-methods.ts'

const texts = messages.invitation

/** The page of an invitation: the person chooses name and password, and is signed in. */
export function InvitationPage() {
  useDocumentTitle(`${texts.title} · ${messages.product}`)
  const [token] = useState(() => location.hash.slice(1))
  const methods = useMethods()
  const isPasswordAsked = token !== '' && methods?.password === true
  // The token is a secret: it does not stay in the address or in the history.
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  return (
    <DoorCard
      text={token === '' ? texts.incomplete : isPasswordAsked ? texts.about : texts.oidcOnly}
    >
      {methods?.oidc && <OidcButton />}
      {methods?.oidc && isPasswordAsked && <PasswordDivider />}
      {isPasswordAsked && <AcceptanceForm token={token} />}
    </DoorCard>
  )
}

interface Chosen {
  readonly name: string
  readonly password: string
}

function AcceptanceForm({ token }: { readonly token: string }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const door = ownDoor()
  const accept = useMutation({
    mutationFn: (chosen: Chosen) =>
      call('acceptInvitation', { body: { ...chosen, token } }).then(({ email }) =>
        call('signIn', { body: { email, password: chosen.password } }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await navigate({ to: door })
    },
  })
  const [chosen, setChosen] = useState<Chosen>({ name: '', password: '' })
  const fault = (field: string): string | undefined =>
    accept.error instanceof ApiError ? accept.error.about(field) : undefined
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    accept.mutate(chosen)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          value={chosen.name}
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, name: value })}
          label={texts.name}
          error={fault('name')}
          autoComplete="name"
          required
          autoFocus
        />
        <PasswordInput
          value={chosen.password}
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, password: value })}
          label={texts.password}
          description={texts.passwordHelp}
          error={fault('password')}
          autoComplete="new-password"
          required
        />
        {accept.error && <Failure error={accept.error} />}
        <Button type="submit" loading={accept.isPending}>
          {texts.submit}
        </Button>
        <Anchor component={Link} to={door} size="sm">
          {texts.signIn}
        </Anchor>
      </Stack>
    </form>
  )
}
