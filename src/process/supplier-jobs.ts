import { mirrorCatalogs, reconcileSuppliers } from '../connectors/mod.ts'
import { reconcileUpstreams } from '../upstream/mod.ts'
import type { Job } from './job.ts'

/** Jobs that call suppliers, beside purchases; see `JOBS`. */
export const SUPPLIER_JOBS: readonly Job[] = [
  {
    name: 'polls floats at other Tessera services, and settles purchases of cancelled orders',
    role: 'worker',
    pauses: '1 s; 10 s for its alerts',
    start: (parts, onFault) =>
      reconcileUpstreams({
        ...parts,
        funded: (account) => parts.worker.supplierFunded({ supplier: 'upstream', account }),
        onFault,
      }),
    fault: 'a supplier with this interface was not asked',
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
