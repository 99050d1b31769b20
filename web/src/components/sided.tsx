import { Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './components.module.css'
import { Details } from './details.tsx'

interface Props {
  /** Labels and values. A pair whose value is missing is left out. */
  readonly facts: readonly (readonly [string, ReactNode])[]
  readonly children: ReactNode
}

/** The facts of a thing, beside what happened to it; above that where the window is narrow. */
export function Sided({ facts, children }: Props) {
  return (
    <div className={classes.sided}>
      <Paper withBorder p="md" className={classes.receipt}>
        <Details of={facts} />
      </Paper>
      <Stack className={classes.shrinks}>{children}</Stack>
    </div>
  )
}
