import { Button, Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { ShownOnce } from '../components/shown-once.tsx'
import { credentialTexts } from '../messages/en-credentials.ts'
import { messages } from '../messages/messages.ts'
import { EntryCard } from './entry-card.tsx'

const texts = credentialTexts

/** The page of a one-time link: a click shows the secrets of a credential, once. */
export function CredentialClaimPage() {
  useDocumentTitle(`${texts.claimTitle} · ${messages.product}`)
  const [token] = useState(() => location.hash.slice(1))
  // The token is a secret: it does not stay in the address or in the history.
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  const claim = useMutation({ mutationFn: () => call('claimCredential', { body: { token } }) })
  if (token === '') return <EntryCard text={texts.claimIncomplete}>{null}</EntryCard>
  const isGone = claim.error instanceof ApiError && claim.error.status === 404
  if (isGone) return <EntryCard text={texts.claimGone}>{null}</EntryCard>
  if (!claim.data) {
    return (
      <EntryCard text={`${texts.claimTitle}. ${texts.claimText}`}>
        {claim.error && <Failure error={claim.error} />}
        <Button fullWidth loading={claim.isPending} onClick={() => claim.mutate()}>
          {texts.claim}
        </Button>
      </EntryCard>
    )
  }
  const { partner, clientId, apiKey, hmacSecret } = claim.data
  return (
    <EntryCard>
      <Stack mt="md">
        <ShownOnce
          title={texts.claimFor(partner)}
          text={texts.ownOnce}
          values={[
            [texts.clientId, clientId],
            [texts.apiKey, apiKey],
            [texts.hmacSecret, hmacSecret],
          ]}
        />
      </Stack>
    </EntryCard>
  )
}
