import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, type ReactNode } from 'react'
import { importReachable } from './api/connection.ts'
import { Failure } from './components/failure.tsx'
import { lazyPart } from './components/lazy-part.ts'
import { Loading } from './components/page.tsx'
import { messages } from './messages/messages.ts'
import { DoorCard } from './session/door-card.tsx'
import { FactorGate } from './session/factor-gate.tsx'
import { useMode } from './session/mode.ts'
import { sessionQuery, type Session } from './session/session.ts'
import { SignIn } from './session/sign-in.tsx'
import { useSignOut } from './session/use-sign-out.ts'
import { CONSOLE, PORTAL } from './shell/navigation.ts'

/** Shown only to users who are signed in. */
const loadFrame = () => import('./shell/shell.tsx')
const Shell = lazyPart(loadFrame, 'Shell')
const ModeSwitch = lazyPart(() => import('./session/mode-switch.tsx'), 'ModeSwitch')

/** The pages of the operator. */
export function ConsoleDoor() {
  return (
    <SignedIn isOwn={({ user }) => user.partnerId === null} other={OTHER_DOORS.portal}>
      <Shell door={CONSOLE} />
    </SignedIn>
  )
}

/** The pages of a partner. */
export function PortalDoor() {
  const [mode] = useMode()
  const { data } = useQuery(sessionQuery)
  return (
    <SignedIn isOwn={({ user }) => user.partnerId !== null} other={OTHER_DOORS.console}>
      <Shell
        door={PORTAL}
        owner={data?.partnerName ?? undefined}
        banner={mode === 'test' ? messages.ofPortal.testBanner : undefined}
      >
        <ModeSwitch />
      </Shell>
    </SignedIn>
  )
}

const { wrongDoor, wrongDoorPartner, toConsole, toPortal } = messages.ofPortal
const OTHER_DOORS = {
  console: { text: wrongDoor, label: toConsole, to: '/console' },
  portal: { text: wrongDoorPartner, label: toPortal, to: '/portal' },
} as const

interface DoorProps {
  readonly children: ReactNode
  /** The other application, and why this one is not for the user. */
  readonly other: (typeof OTHER_DOORS)[keyof typeof OTHER_DOORS]
  isOwn(session: Session): boolean
}

/** Shows the pages to who is signed in, and the sign-in to everybody else, at the same address. */
function SignedIn({ children, isOwn, other }: DoorProps) {
  const { data, error, isPending, refetch } = useQuery(sessionQuery)
  // Beside the session, not after it.
  useEffect(() => void importReachable(loadFrame), [])
  if (isPending) return <Loading />
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (data === null) return <SignIn />
  if (isOwn(data)) {
    return (
      <FactorGate isRequired={data.mustAddSecondFactor}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </FactorGate>
    )
  }
  return (
    <DoorCard text={other.text}>
      <Stack>
        <Button component={Link} to={other.to}>
          {other.label}
        </Button>
        <SignOut />
      </Stack>
    </DoorCard>
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
