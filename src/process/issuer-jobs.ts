import { MS_PER_SECOND } from '../core/mod.ts'
import { expireAuthorizations } from '../issuer/mod.ts'
import type { Job } from './job.ts'

/** Jobs about cards that merchants redeem; see `JOBS`. */
export const ISSUER_JOBS: readonly Job[] = [
  {
    name: 'gives back what merchants authorized and did not capture in time',
    role: 'worker',
    everyMs: 10 * MS_PER_SECOND,
    create: (parts) => () => expireAuthorizations(parts),
    fault: 'authorizations that are over were not given back',
  },
]
