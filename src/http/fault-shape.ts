import { Type } from 'typebox'

const IN_MAJOR_UNITS = { description: 'Of a refusal for lack of money: in major units' }

/** One entry of `error.details`. */
export const FieldFaultShape = Type.Object(
  {
    field: Type.String({ description: 'Such as `items[0].amount`, or a header' }),
    message: Type.String(),
    available: Type.Optional(Type.Number(IN_MAJOR_UNITS)),
    required: Type.Optional(Type.Number(IN_MAJOR_UNITS)),
    missing: Type.Optional(Type.Number(IN_MAJOR_UNITS)),
    currency: Type.Optional(Type.String()),
  },
  { title: 'FieldFault' },
)
