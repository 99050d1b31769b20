import { Button, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { count, exact } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { messages } from '../messages/messages.ts'

const texts = consoleTexts.rates

interface Upload {
  readonly list: File
  readonly dryRun: boolean
}

/** Reads a list of rates, shows what it changes, and then stores it. */
export function ImportRates() {
  const queries = useQueryClient()
  const read = useMutation({
    mutationFn: ({ list, dryRun }: Upload) =>
      call('importFxRates', { query: { format: formatOf(list.name), dryRun }, csv: list }),
    onSuccess: async (_, { dryRun }) => {
      if (!dryRun) await queries.invalidateQueries()
    },
  })
  const { data, error, isPending, variables } = read
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {texts.import}
          </Title>
          <FileButton
            accept=".csv,.xml,text/csv,text/xml"
            onChange={(list) => list && read.mutate({ list, dryRun: true })}
          >
            {(props) => (
              <Button size="xs" variant="default" loading={isPending} {...props}>
                {texts.import}
              </Button>
            )}
          </FileButton>
        </Group>
        <Text size="sm" c="dimmed">
          {texts.importText}
        </Text>
        {error && <Failure error={error} />}
        {data && (
          <>
            <PlainTable
              head={[messages.rates.pair, texts.before, texts.after]}
              numbers={[1, 2]}
              rows={data.rates.map(({ from, to, before, rate }) => [
                `${from}/${to}`,
                before === undefined ? '' : exact(before),
                exact(rate),
              ])}
            />
            {data.dryRun && variables ? (
              <Group justify="flex-end">
                <Button
                  size="xs"
                  loading={isPending}
                  onClick={() => read.mutate({ ...variables, dryRun: false })}
                >
                  {texts.store(count(data.rates.length))}
                </Button>
              </Group>
            ) : (
              <Text size="sm" role="status">
                {texts.stored}
              </Text>
            )}
          </>
        )}
      </Stack>
    </Paper>
  )
}

/** Returns the format of a list by the name of its file. The service finds faults in the list. */
function formatOf(name: string): 'ecb-xml' | 'ecb-csv' | 'csv' {
  if (name.endsWith('.xml')) return 'ecb-xml'
  return name.startsWith('eurofxref') ? 'ecb-csv' : 'csv'
}
