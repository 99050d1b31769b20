import { Type } from 'typebox'
import { Text } from './field.ts'

/** One entry of `error.details`. */
export const FieldFaultShape = Type.Object(
  {
    field: Text('Name of the field or header, such as `items[0].amount`'),
    message: Text('Description of the fault, for people; the text may change'),
    available: Type.Optional(inMajorUnits('the available amount')),
    required: Type.Optional(inMajorUnits('the required amount')),
    missing: Type.Optional(inMajorUnits('the missing amount')),
    currency: Type.Optional(Text('The currency of these amounts, as ISO 4217 code')),
  },
  { title: 'FieldFault' },
)

function inMajorUnits(amount: string) {
  return Type.Number({
    description: `If money is lacking: ${amount}, in major units of \`currency\``,
  })
}
