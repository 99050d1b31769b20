import '@mantine/core/styles/Progress.layer.css'
import { Button, FileButton, Group, Paper, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type DragEvent } from 'react'
import { call, file as readFile } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import type { ImportedCodes } from '../api/operator-operations.ts'
import { Failure } from '../components/failure.tsx'
import { fileName } from '../components/file-name.ts'
import { SaveButton } from '../components/save-button.tsx'
import { bytes, count } from '../format/format.ts'
import { fileTexts } from '../messages/en-exports.ts'
import { stockTexts } from '../messages/en-stock.ts'
import classes from './import-codes.module.css'

const texts = stockTexts
const PROGRESS_MS = 500
const REJECTED_SHOWN = 5

/** Imports a CSV of codes, dropped or chosen, and shows the progress. */
export function ImportCodes({ productId }: { readonly productId: number }) {
  const [lot, setLot] = useState('')
  const [isOver, setOver] = useState(false)
  const queries = useQueryClient()
  const upload = useMutation({
    mutationFn: (file: File) => {
      const query = lot === '' ? {} : { lot }
      return call('importCodes', { path: { productId }, query, csv: file })
    },
    onSettled: () => queries.invalidateQueries(),
  })
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !upload.isPending) upload.mutate(file)
  }
  return (
    <Paper
      withBorder
      p="md"
      className={isOver ? classes.over : classes.target}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack gap="xs">
        <Group align="flex-end" gap="sm">
          <FileButton accept=".csv,text/csv" onChange={(file) => file && upload.mutate(file)}>
            {(props) => (
              <Button size="xs" loading={upload.isPending} {...props}>
                {texts.choose}
              </Button>
            )}
          </FileButton>
          <TextInput
            size="xs"
            label={texts.lotName}
            value={lot}
            onChange={({ currentTarget }) => setLot(currentTarget.value)}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {texts.drop}
        </Text>
        {upload.isPending && <Running productId={productId} file={upload.variables} />}
        {upload.error && <Failure error={upload.error} />}
        {upload.data && <Outcome productId={productId} imported={upload.data} />}
      </Stack>
    </Paper>
  )
}

/** The progress of an import: the service stores codes while it reads the file. */
function Running({ productId, file }: { readonly productId: number; readonly file: File }) {
  const path = { productId }
  const { data } = useQuery({
    ...queryOf('listImports', { path, query: { pageSize: 1 } }),
    refetchInterval: PROGRESS_MS,
  })
  const running = data?.find(({ state }) => state === 'RUNNING')
  const read = running?.bytesRead ?? 0
  const percent = file.size === 0 ? 0 : (100 * read) / file.size
  return (
    <>
      <Progress value={percent} aria-label={texts.progress(file.name)} animated />
      <Text size="sm" role="status">
        {texts.readSoFar(bytes(read), bytes(file.size), count(running?.imported ?? 0))}
      </Text>
    </>
  )
}

interface OutcomeProps {
  readonly productId: number
  readonly imported: ImportedCodes
}

function Outcome({ productId, imported }: OutcomeProps) {
  const { importId, rejected, rejectedCount, duplicates } = imported
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {texts.importedText(count(imported.imported), count(duplicates), count(rejectedCount))}
      </Text>
      {rejected.slice(0, REJECTED_SHOWN).map(({ line, reason }) => (
        <Text key={line} size="sm">
          {texts.rejectedLine(count(line), reason)}
        </Text>
      ))}
      {rejectedCount + duplicates > 0 && (
        <SaveButton
          label={texts.report}
          name={fileName({ holds: fileTexts.stockImport, subjects: [importId], extension: 'csv' })}
          read={() => readFile('importReport', { path: { productId, importId } })}
        />
      )}
    </div>
  )
}
