import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense, type ReactNode } from 'react'
import { Failure } from './components/failure.tsx'
import { Loading } from './components/loading.tsx'
import { messages } from './messages/messages.ts'
import { EntryCard } from './session/entry-card.tsx'
import { FactorGate } from './session/factor-gate.tsx'
import { sessionQuery, useSessionOver, type Session } from './session/session.ts'
import { SignInAgain } from './session/sign-in-again.tsx'
import { SignIn } from './session/sign-in.tsx'
import { useSignOut } from './session/use-sign-out.ts'

const { isForPartners, isForOperators, toConsole, toPortal } = messages.ofPortal
export const OTHER_APPLICATIONS = {
  console: { text: isForPartners, label: toConsole, href: '/console' },
  portal: { text: isForOperators, label: toPortal, href: '/portal' },
} as const

interface Props {
  readonly children: ReactNode
  /** The other application, and why this one is not for the user. */
  readonly other: (typeof OTHER_APPLICATIONS)[keyof typeof OTHER_APPLICATIONS]
  isOwn(session: Session): boolean
}

/** Shows the pages to a user who is signed in, and the sign-in to others, at the same address. */
export function SignedIn({ children, isOwn, other }: Props) {
  const { data, error, isPending, refetch } = useQuery(sessionQuery)
  const isOver = useSessionOver()
  if (isPending) return <Loading />
  // After a failed read, the pages stay as they are.
  if (data === undefined) return <Failure error={error} retry={() => void refetch()} />
  if (data === null) return <SignIn />
  if (isOwn(data)) {
    return (
      <Fragment key={data.user.userId}>
        <FactorGate isRequired={data.mustAddSecondFactor}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </FactorGate>
        {isOver && <SignInAgain />}
      </Fragment>
    )
  }
  return (
    <EntryCard text={other.text}>
      <Stack>
        <Button component="a" href={other.href}>
          {other.label}
        </Button>
        <SignOut />
      </Stack>
    </EntryCard>
  )
}

/** For users who want to sign in as somebody else. */
function SignOut() {
  return (
    <Button variant="default" onClick={useSignOut()}>
      {messages.user.signOut}
    </Button>
  )
}
