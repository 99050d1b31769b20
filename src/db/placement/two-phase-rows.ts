import { sql } from '../sql.ts'
import { TWO_PHASE } from './placement.ts'

/** Makes the transaction commit in two phases. */
export const COMMIT_IN_TWO_PHASES = sql<never>`
  delete from ${sql.raw(TWO_PHASE)} where never`
