import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { sessionQuery } from '../session/session.ts'
import { Loading } from './loading.tsx'
import { areFirstStepsDone } from './first-steps-done.ts'

interface Props {
  /** The steps above the content; undefined where there are none. */
  readonly steps: ComponentType | undefined
  readonly children: ReactNode
}

/**
 * A page below the first steps of a new user. Both appear at the same time, so that nothing moves.
 * A user without steps does not wait for them.
 */
export function BelowSteps({ steps: Steps, children }: Props) {
  const { data } = useQuery(sessionQuery)
  const userId = data?.user.userId
  const [isOver] = useState(() => userId === undefined || areFirstStepsDone(userId))
  if (isOver || !Steps) return children
  return (
    <Suspense fallback={<Loading />}>
      <Steps />
      {children}
    </Suspense>
  )
}
