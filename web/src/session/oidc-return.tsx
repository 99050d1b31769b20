import { Anchor, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { messages } from '../messages/messages.ts'
import { EntryCard } from './entry-card.tsx'
import { sessionQuery } from './session.ts'

const texts = messages.signIn

let finished: Promise<unknown> | undefined

/**
 * Finishes the sign-in once, however often React mounts the page. The code does not stay in the
 * address or in the history.
 */
function finish(): Promise<unknown> {
  if (finished) return finished
  finished = call('finishOidcSignIn', { body: { query: location.search } })
  history.replaceState(history.state, '', location.pathname)
  return finished
}

/** The page to which the provider of OpenID Connect sends the browser back. */
export function OidcReturnPage() {
  useDocumentTitle(`${texts.title} · ${messages.product}`)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { error, isSuccess } = useQuery({
    queryKey: ['finishOidcSignIn'],
    queryFn: finish,
    retry: false,
    retryOnMount: false,
    staleTime: Infinity,
  })
  useEffect(() => {
    if (!isSuccess) return
    void queries
      .invalidateQueries({ queryKey: sessionQuery.queryKey })
      .then(() => navigate({ to: '/console' }))
  }, [isSuccess, navigate, queries])
  return (
    <EntryCard>
      {error ? (
        <Stack mt="md">
          <Failure error={error} />
          <Anchor component={Link} to="/console" size="sm">
            {texts.again}
          </Anchor>
        </Stack>
      ) : (
        <Text c="dimmed" size="sm" aria-live="polite">
          {texts.returning}
        </Text>
      )}
    </EntryCard>
  )
}
