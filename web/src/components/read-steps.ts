import type { Operations } from '../api/operations.ts'

/** Not imported from the client, because a test imports this file without a browser. */
type OperationId = keyof Operations

/** Something that a new user does first. */
export interface Step {
  readonly label: string
  /** The pages where it is done. */
  readonly links: readonly { readonly label: string; readonly href: string }[]
  /** The operations that `isDone` reads. Only users who may read all of them see the step. */
  readonly reads: readonly OperationId[]
  isDone(): Promise<boolean>
}

export interface StepState extends Pick<Step, 'label' | 'links'> {
  readonly isDone: boolean
}

/** The query of a step that asks only whether a list has an entry. */
export const ONE = { pageSize: 1 } as const

/** Reads which steps are done. Steps that the user may not read are left out. */
export function readSteps(
  steps: readonly Step[],
  can: (operation: OperationId) => boolean,
): Promise<StepState[]> {
  const ownSteps = steps.filter(({ reads }) => reads.every((one) => can(one)))
  return Promise.all(
    ownSteps.map(async ({ label, links, ...step }) => ({
      label,
      links,
      isDone: await step.isDone(),
    })),
  )
}

/** True if every step is done; false if there are no steps, because nothing is known then. */
export function areAllDone(steps: readonly StepState[]): boolean {
  return steps.length > 0 && steps.every(({ isDone }) => isDone)
}
