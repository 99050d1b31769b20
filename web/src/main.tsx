import './styles.css'
import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/api-error.ts'
import { isConnectionLost, listenToConnection } from './api/connection.ts'
import { SessionOver } from './api/session-over.ts'
import { Unreachable } from './api/unreachable.ts'
import { Entry } from './entry.tsx'
import { sessionQuery } from './session/session.ts'
import { theme } from './theme.ts'
import './main.css'

/** Not permitted; or, at an act on the own account, perhaps no longer signed in. */
const REFUSED = [401, 403]
const RETRIES_MAX = 2

// Style elements that are created later carry the nonce of the page's content security policy.
const nonce = document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)

/**
 * Reads the session again after a refusal: since the page was opened, it may have ended or be
 * somebody else's, the role may have changed, or a second factor may be required.
 */
function reviewSession(error: Error): void {
  const isRefused = error instanceof ApiError && REFUSED.includes(error.status)
  if (!isRefused && !(error instanceof SessionOver)) return
  void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: reviewSession }),
  mutationCache: new MutationCache({ onError: reviewSession }),
  defaultOptions: {
    // A write that waits for the connection would be sent after its dialog was closed.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => error instanceof Unreachable && failures < RETRIES_MAX,
    },
  },
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
