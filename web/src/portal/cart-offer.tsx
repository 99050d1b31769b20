import { Button, Group, Text } from '@mantine/core'
import type { Result } from '../api/client.ts'
import { money } from '../format/format.ts'
import { cartTexts as texts } from '../messages/en-shop.ts'
import type { CartLine } from './cart-line.ts'

interface Props {
  readonly line: CartLine
  readonly offer: Result<'quoteOwnOrder'>['items'][number]['offer']
  /** Sets the amount of the line. */
  pay(amount: number): void
}

/** Shows what the supplier says of a recipient: the operator of a phone, the amount of a bill. */
export function CartOffer({ line, offer, pay }: Props) {
  if (!offer) return null
  const { operator, dueAmount, dueCurrency = '', feeAmount = 0, feeCurrency = '' } = offer
  const facts = [
    operator !== undefined && texts.operator(operator),
    dueAmount !== undefined && texts.due(money(dueAmount, dueCurrency)),
    feeAmount > 0 && texts.supplierFee(money(feeAmount, feeCurrency)),
  ]
  const isOther = dueAmount !== Number(line.amount) && dueCurrency === line.currency
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      {dueAmount !== undefined && isOther && (
        <Button size="compact-xs" variant="default" onClick={() => pay(dueAmount)}>
          {texts.payDue(money(dueAmount, dueCurrency))}
        </Button>
      )}
    </Group>
  )
}
