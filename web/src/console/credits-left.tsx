import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { count } from '../format/format.ts'
import { creditTexts } from '../messages/en-credits.ts'

interface Props {
  readonly path: { readonly partnerId: number; readonly importId: string }
  readonly text: string
}

/** Shows the sum that a file would credit now, and the partner's funds before and after. */
export function CreditsLeft({ path, text }: Props) {
  const { data, error } = useQuery(queryOf('getCreditImport', { path }))
  return (
    <Stack gap="xs">
      <Text size="sm">{text}</Text>
      {error && <Failure error={error} />}
      {!data && !error && <Loading lines={2} />}
      {data?.left.length === 0 && <Text size="sm">{creditTexts.nothingLeft}</Text>}
      {data?.left.map(({ currency, rows, amount, funds, fundsAfter }) => (
        <Details
          key={currency}
          of={[
            [creditTexts.rows, count(rows)],
            [creditTexts.totals, <Money key="amount" amount={amount} currency={currency} />],
            [creditTexts.funds, <Money key="funds" amount={funds} currency={currency} />],
            [
              creditTexts.fundsAfter,
              <Money key="after" amount={fundsAfter} currency={currency} isBalance />,
            ],
          ]}
        />
      ))}
    </Stack>
  )
}
