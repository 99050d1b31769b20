import { MS_PER_MINUTE, MS_PER_SECOND } from '../core/mod.ts'
import { followStopped, rejectStalledChecks, startCreditImports } from '../credit-imports/mod.ts'
import type { Job } from './job.ts'

/** If two writes of clients arrive within this time, crediting a file waits for them. */
const CLIENTS_MS = MS_PER_SECOND / 2

export const CREDIT_JOBS: readonly Job[] = [
  {
    name: 'rejects files of credits that were cut off',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: (parts) => () => rejectStalledChecks(parts),
    fault: 'files of credits that were cut off were not rejected',
  },
  {
    name: 'credits the files of credits that were started',
    role: 'worker',
    pauses: '1 s',
    start(parts, onFault) {
      const isBusy = (): boolean => parts.clientWrites.areComing(CLIENTS_MS)
      return startCreditImports({ ...parts, isBusy }, onFault)
    },
    fault: 'a file of credits was not credited; it is tried again',
    level: 'error',
  },
  {
    name: 'watches files of credits that are STOPPED',
    role: 'worker',
    everyMs: 10 * MS_PER_SECOND,
    create: (parts) => () => followStopped(parts),
    fault: 'files of credits that are STOPPED were not read',
  },
]
