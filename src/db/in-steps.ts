export interface Steps {
  /** Rows that one step removes at most. */
  readonly rowsMax: number
  readonly stepsMax: number
}

/** Repeats a step that removes old rows until it has removed fewer than it may. */
export async function inSteps(
  { rowsMax, stepsMax }: Steps,
  removeSome: () => Promise<number>,
): Promise<void> {
  for (let step = 0; step < stepsMax; step += 1) {
    if ((await removeSome()) < rowsMax) return
  }
}
