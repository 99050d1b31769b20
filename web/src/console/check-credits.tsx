import { Button, FileButton, Group, Paper, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { count } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { creditTexts } from '../messages/en-credits.ts'

const texts = creditTexts.form
const ERRORS_SHOWN_MAX = 5

/** Sends a file of credits of a partner to be checked. Nothing is credited. */
export function CheckCredits({ partnerId }: { readonly partnerId: number }) {
  const [fileReference, setReference] = useState('')
  const [isCreating, setCreating] = useState(false)
  const queries = useQueryClient()
  const check = useMutation({
    mutationFn: (csv: File) => {
      const query = { fileReference: fileReference.trim(), createConsumers: isCreating }
      return call('checkCredits', { path: { partnerId }, query, csv })
    },
    onSettled: () => queries.invalidateQueries(),
  })
  const { data } = check
  return (
    <Paper withBorder p="md" mb="md">
      <Stack gap="xs">
        <Group align="flex-end" gap="sm">
          <TextInput
            size="xs"
            label={consoleTexts.credits.reference}
            value={fileReference}
            onChange={({ currentTarget }) => setReference(currentTarget.value)}
          />
          <FileButton accept=".csv,text/csv" onChange={(csv) => csv && check.mutate(csv)}>
            {(props) => (
              <Button
                size="xs"
                disabled={fileReference.trim() === ''}
                loading={check.isPending}
                {...props}
              >
                {creditTexts.open}
              </Button>
            )}
          </FileButton>
          <Switch
            label={texts.createConsumers}
            checked={isCreating}
            onChange={({ currentTarget }) => setCreating(currentTarget.checked)}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {texts.columns} {texts.about}
        </Text>
        {check.error && <Failure error={check.error} />}
        {data && (
          <div role="status">
            <Text size="sm" fw={550}>
              {consoleTexts.credits.checked(
                count(data.rows),
                creditTexts.errors(count(data.errorCount)),
              )}
            </Text>
            {data.errors.slice(0, ERRORS_SHOWN_MAX).map(({ line, field, message }) => (
              <Text key={`${line} ${field}`} size="sm">
                {creditTexts.line} {count(line)}: {field} {message}
              </Text>
            ))}
          </div>
        )}
      </Stack>
    </Paper>
  )
}
