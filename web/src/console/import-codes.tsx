import { Button, FileButton, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type DragEvent } from 'react'
import { ApiError } from '../api/api-error.ts'
import { urlOfOperation } from '../api/client.ts'
import type { Fault, ImportedCodes } from '../api/operator-operations.ts'
import { Failure } from '../components/failure.tsx'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.stock

/** Imports a CSV of codes, dropped or chosen. Its progress is in the list of imports. */
export function ImportCodes({ productId }: { readonly productId: number }) {
  const [lot, setLot] = useState('')
  const queries = useQueryClient()
  const upload = useMutation({
    mutationFn: (file: File) => send(productId, lot, file),
    onSettled: () => queries.invalidateQueries(),
  })
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) upload.mutate(file)
  }
  return (
    <Paper withBorder p="md" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <TextInput
            size="xs"
            label={texts.lotName}
            value={lot}
            onChange={({ currentTarget }) => setLot(currentTarget.value)}
          />
          <FileButton accept=".csv,text/csv" onChange={(file) => file && upload.mutate(file)}>
            {(props) => (
              <Button size="xs" loading={upload.isPending} {...props}>
                {texts.choose}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {texts.drop}
          </Text>
        </Group>
        {upload.error && <Failure error={upload.error} />}
        {upload.data && (
          <Text size="sm" role="status">
            {texts.importedText(
              count(upload.data.imported),
              count(upload.data.duplicates),
              count(upload.data.rejected.length),
            )}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

/** The body is a stream, which the generated client does not send. */
async function send(productId: number, lot: string, file: File): Promise<ImportedCodes> {
  const query = lot === '' ? {} : { lot }
  const response = await fetch(urlOfOperation('importCodes', { path: { productId }, query }), {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-tessera-csrf': '1' },
    body: file,
  })
  const body = (await response.json()) as { data: ImportedCodes; error?: Fault }
  if (!response.ok) throw new ApiError(response, body.error)
  return body.data
}
