import { Stack, Text, Title } from '@mantine/core'
import type { Result } from '../api/client.ts'
import { Money } from '../components/money.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { messages } from '../messages/messages.ts'

const texts = messages.approvals

/**
 * Which acts need a second person. The settings of the service say so; this page cannot change
 * them.
 */
export function ApprovalRules({ of }: { readonly of: Result<'getApprovalRules'> }) {
  return (
    <Stack gap="xs" mt="md">
      <Title order={2} size="h4">
        {texts.rules}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.rulesAbout(of.hours)}
      </Text>
      <PlainTable
        head={[texts.kind, texts.needed]}
        rows={of.rules.map(({ kind, required, amounts }) => [
          texts.kinds[kind],
          required ? <Needed key={kind} amounts={amounts} /> : texts.no,
        ])}
      />
    </Stack>
  )
}

type Amounts = Result<'getApprovalRules'>['rules'][number]['amounts']

function Needed({ amounts }: { readonly amounts: Amounts }) {
  if (amounts.length === 0) return texts.always
  return (
    <>
      {texts.from}{' '}
      {amounts.map(({ currency, amount }, at) => (
        <span key={currency}>
          {at > 0 && ', '}
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </>
  )
}
