import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { importReachable } from './api/connection.ts'
import { Failure } from './components/failure.tsx'
import { lazyPart } from './components/lazy-part.ts'
import { Loading } from './components/loading.tsx'
import { ConnectionBar } from './session/connection-bar.tsx'
import { ownApplication } from './session/own-application.ts'
import { sessionQuery } from './session/session.ts'
import { SignIn } from './session/sign-in.tsx'
import { isForVisitors } from './session/visitor-pages.ts'
import { listenToSignIns, rememberSignIn, wasSignedIn } from './session/was-signed-in.ts'

const loadApplication = () =>
  ownApplication() === '/portal'
    ? import('./portal/application.tsx')
    : import('./console/application.tsx')
const Application = lazyPart(loadApplication, 'Application')

/** The application, or the sign-in alone, which loads neither the pages nor their router. */
export function Entry() {
  const [isVisited] = useState(() => isForVisitors(location.pathname))
  const { data } = useQuery({ ...sessionQuery, enabled: !isVisited })
  // If a user was signed in here before, the application loads without waiting for the session.
  const [isOpen, setOpen] = useState(() => isVisited || wasSignedIn())
  // The application stays when the session ends, at the same address.
  if (data && !isOpen) setOpen(true)
  useEffect(() => {
    if (data !== undefined) rememberSignIn(data?.user.userId)
  }, [data])
  const queries = useQueryClient()
  useEffect(
    () =>
      listenToSignIns(() => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })),
    [queries],
  )
  return (
    <>
      <ConnectionBar />
      {isOpen ? (
        <Suspense fallback={<Loading />}>
          <Application />
        </Suspense>
      ) : (
        <Entrance />
      )}
    </>
  )
}

/** The sign-in, once the service has said that nobody is signed in. */
function Entrance() {
  const { isPending, error, refetch } = useQuery(sessionQuery)
  if (isPending) return <Loading />
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return (
    <div onInput={() => void importReachable(loadApplication)}>
      <SignIn />
    </div>
  )
}
