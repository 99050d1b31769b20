import { group } from './invocation.ts'
import { operation } from './operation.ts'

/** The command group `suppliers`. */
export const SUPPLIERS = group('suppliers of products', {
  health: operation('listSupplierHealth', {
    about: 'list circuits, calls and faults by product and supplier',
    columns: [
      'productId',
      'supplier',
      'account',
      'circuit',
      'circuitSince',
      'answered',
      'failed',
      'unfundedSince',
      'lastFault',
    ],
  }),
})
