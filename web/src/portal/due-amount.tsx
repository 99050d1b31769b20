import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call, type Entry } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { money } from '../format/format.ts'
import { shopTexts as texts } from '../messages/en-shop.ts'

interface Props {
  readonly product: Pick<
    Entry<'listOwnProducts'>,
    'productId' | 'currency' | 'minAmount' | 'recipientFields'
  >
  /** The currency of the wallet that pays. */
  readonly wallet: string
  readonly recipient: Readonly<Record<string, string>>
  /** Sets the amount of the bill. */
  pay(amount: number): void
}

/** Asks the supplier what is due of a bill, by a quote of the least amount. */
export function DueAmount({ product, wallet, recipient, pay }: Props) {
  const { productId, currency, minAmount = 1, recipientFields = [] } = product
  const quote = useMutation({
    mutationFn: async () => {
      const items = [{ productId, amount: minAmount, quantity: 1, recipient }]
      const { items: quoted, faults } = await call('quoteOwnOrder', {
        body: { currency: wallet, items },
      })
      const { dueAmount, dueCurrency = currency } = quoted[0]?.offer ?? {}
      if (dueAmount !== undefined && dueCurrency === currency) pay(dueAmount)
      return { dueAmount, dueCurrency, fault: faults[0]?.message }
    },
  })
  const isMissing = recipientFields.some(
    ({ name, required }) => required && recipient[name] === undefined,
  )
  return (
    <Group gap="xs" role="status">
      <Button
        size="xs"
        variant="default"
        disabled={isMissing}
        loading={quote.isPending}
        onClick={() => quote.mutate()}
      >
        {texts.askDue}
      </Button>
      {quote.data && (
        <Text size="sm" c="dimmed">
          {quote.data.dueAmount === undefined
            ? (quote.data.fault ?? texts.notTold)
            : texts.isDue(money(quote.data.dueAmount, quote.data.dueCurrency))}
        </Text>
      )}
      {quote.error && <Failure error={quote.error} />}
    </Group>
  )
}
