import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { firstStepsTexts as texts } from '../messages/en-first-steps.ts'
import { sessionQuery, useCan } from '../session/session.ts'
import classes from './first-steps.module.css'
import { areAllDone, readSteps, type Step, type StepState } from './read-steps.ts'
import { endFirstSteps } from './first-steps-done.ts'

/** The first steps of a new user, ticked once they are done. Hidden when all are, or on request. */
export function FirstSteps({ of }: { readonly of: readonly Step[] }) {
  const can = useCan()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const userId = session?.user.userId
  const { data: steps } = useSuspenseQuery({
    queryKey: ['firstSteps', userId],
    // If they cannot be read, the page is shown without them.
    queryFn: () => readSteps(of, can).catch((): StepState[] => []),
  })
  // Steps that are done meanwhile are only ticked, so the page does not move under the reader.
  const [isShown, setShown] = useState(steps.length > 0 && !areAllDone(steps))
  const isOver = areAllDone(steps)
  useEffect(() => {
    if (isOver && userId !== undefined) endFirstSteps(userId)
  }, [isOver, userId])
  if (!isShown) return null
  const hide = (): void => {
    if (userId !== undefined) endFirstSteps(userId)
    setShown(false)
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <Button variant="default" size="compact-xs" onClick={hide}>
          {texts.hide}
        </Button>
      </Group>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <StepLine key={step.label} step={step} />
        ))}
      </ol>
    </Paper>
  )
}

function StepLine({ step: { label, links, isDone } }: { readonly step: StepState }) {
  return (
    <li>
      <span className={classes.tile} data-done={isDone || undefined} aria-hidden>
        <svg viewBox="0 0 12 12">
          <path d="M2 6.5 5 9.5 10 3" />
        </svg>
      </span>
      <div>
        <Text span inherit fw={550}>
          {label}
        </Text>
        {isDone ? (
          <Text span inherit c="dimmed">
            {texts.done}
          </Text>
        ) : (
          links.map((link) => (
            <Link key={link.href} to={link.href}>
              {link.label}
            </Link>
          ))
        )}
      </div>
    </li>
  )
}
