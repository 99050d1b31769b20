import { MS_PER_MINUTE } from '../core/mod.ts'
import { mirrorCatalogs, reconcileSuppliers } from '../connectors/mod.ts'
import { takeOverAll } from '../takeover/mod.ts'
import type { Job } from './job.ts'

/** Jobs that call suppliers, beside purchases; see `JOBS`. */
export const SUPPLIER_JOBS: readonly Job[] = [
  {
    name: 'takes over accounts and purchases that the version before has left as `upstream`',
    role: 'worker',
    // During an update, a process of the previous version may leave more of them.
    everyMs: MS_PER_MINUTE,
    isNeededAtStart: true,
    create: (parts) => () => takeOverAll(parts),
    fault: 'what the version before has left as `upstream` was not taken over',
    level: 'error',
  },
  {
    name: 'polls floats at suppliers, and settles what was bought for cancelled orders',
    role: 'worker',
    pauses: '5 s',
    start: (parts, onFault) =>
      reconcileSuppliers({
        ...parts,
        funded: (account) => parts.worker.supplierFunded(account),
        onFault,
      }),
    fault: 'a supplier was not asked',
    level: 'error',
  },
  {
    name: 'mirrors the catalogs of suppliers, each once a day',
    role: 'worker',
    pauses: '5 s',
    start: (parts, onFault) => mirrorCatalogs({ ...parts, onFault }),
    fault: 'the catalog of a supplier was not mirrored',
    level: 'error',
  },
]
