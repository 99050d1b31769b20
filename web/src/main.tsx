import './styles.css'
import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/api-error.ts'
import { isConnectionLost, listenToConnection } from './api/connection.ts'
import { Entry } from './entry.tsx'
import { loseSession, sessionQuery } from './session/session.ts'
import { theme } from './theme.ts'
import './main.css'

const UNAUTHENTICATED = 401
const FORBIDDEN = 403
const RETRIES_MAX = 2

// Style elements that are made later carry the nonce of the page's content security policy.
const nonce = document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)

/**
 * Reads the session again after a refusal: since the page was opened, the role may have changed, or
 * a second factor may be required.
 */
function reviewSession(error: Error): void {
  if (!(error instanceof ApiError) || error.status !== FORBIDDEN) return
  void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: reviewSession }),
  mutationCache: new MutationCache({ onError: reviewSession }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => !(error instanceof ApiError) && failures < RETRIES_MAX,
    },
  },
})
// If the session ended elsewhere, any page leads to the sign-in.
queries.getQueryCache().subscribe(({ query }) => {
  const { error } = query.state
  if (error instanceof ApiError && error.status === UNAUTHENTICATED) loseSession(queries)
})

// The pages show data from before the connection was lost.
listenToConnection(() => {
  if (!isConnectionLost()) void queries.invalidateQueries()
})

const root = document.getElementById('application')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <Entry />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
