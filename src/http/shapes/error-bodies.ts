import { Type, type TSchema } from 'typebox'
import type { Family } from '../dialects.ts'
import { FieldFaultShape } from './fault-shape.ts'

const FAULT_FIELDS = {
  code: Type.String({ description: 'Code of the error, for programs' }),
  message: Type.String({ description: 'Message for people; the text may change' }),
  details: Type.Optional(
    Type.Array(FieldFaultShape, {
      description: 'Faults, by field: at most 100, unless rows are refused together',
    }),
  ),
}
const DOC_URL = Type.String({
  format: 'uri-reference',
  description:
    'The section about it in the documentation: a path, or below TESSERA_PUBLIC_URL if it is set',
  example: '/docs/errors#not_found',
})
const Fault = Type.Object(FAULT_FIELDS, { title: 'Fault' })
const OperatorFault = Type.Object({ ...FAULT_FIELDS, docUrl: DOC_URL }, { title: 'OperatorFault' })

/** The shapes of error responses. */
export const ERROR_BODIES: Readonly<Record<Family, TSchema>> = {
  v2: Type.Object({ error: Fault }, { title: 'Error' }),
  'admin-v1': Type.Object({ error: OperatorFault }, { title: 'OperatorError' }),
  'partner-v1': Type.Object(
    { success: Type.Literal(false, { description: 'Always false' }), error: Fault },
    { title: 'ConsumersError' },
  ),
}
