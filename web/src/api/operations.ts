import type { OperatorFault, Operations as OperatorOperations } from './operator-operations.ts'
import type { Operations as PortalOperations } from './portal-operations.ts'

/** The operations that the console and the portal call. */
export type Operations = OperatorOperations & PortalOperations

type NameOf<Part> = Part extends object ? keyof Part & string : never
/** The name of a field of the body of an operation. */
export type BodyName<Id extends keyof Operations> = NameOf<Operations[Id]['body']>
/** The name of a parameter of the query of an operation. */
export type QueryName<Id extends keyof Operations> = NameOf<Operations[Id]['query']>

export type { FieldFault } from './operator-operations.ts'

/** The body of an error. If a proxy sent it, it has no address of the docs. */
export type Fault = Omit<OperatorFault, 'docUrl'> & Partial<Pick<OperatorFault, 'docUrl'>>
