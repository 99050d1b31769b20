import { Type } from 'typebox'
import { Text } from './field.ts'

/** One entry of `error.details`. */
export const FieldFaultShape = Type.Object(
  {
    field: Text('Such as `items[0].amount`, or a header'),
    message: Text('What is wrong with it, for people; it may change'),
    available: Type.Optional(inMajorUnits('what is available')),
    required: Type.Optional(inMajorUnits('what it takes')),
    missing: Type.Optional(inMajorUnits('what is missing')),
    currency: Type.Optional(Text('The currency of these amounts, as ISO 4217 code')),
  },
  { title: 'FieldFault' },
)

function inMajorUnits(what: string) {
  return Type.Number({
    description: `Of a refusal for lack of money: ${what}, in major units of \`currency\``,
  })
}
