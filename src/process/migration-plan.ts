import type { PlannedMigration } from '../db/mod.ts'

/** Returns what `tessera migrate --plan` prints. */
export function planText(planned: readonly PlannedMigration[]): string {
  if (planned.length === 0) return 'The schema is up to date.\n'
  return planned.map(migrationText).join('\n')
}

function migrationText({ name, kind, statements }: PlannedMigration): string {
  const advice =
    kind === 'contract'
      ? 'contract: stop all processes of older versions, then run `tessera migrate`'
      : 'expand: processes of the version before go on'
  const lines = statements.map(
    ({ statement, lock, duration }) => `  ${statement}\n    ${lock}; ${duration}\n`,
  )
  return `${name} (${advice})\n${lines.join('')}`
}
