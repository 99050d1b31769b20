import '@mantine/core/styles/Progress.layer.css'
import { Button, Group, Paper, Progress, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Failure } from '../components/failure.tsx'
import { FileInput } from '../components/file-input.tsx'
import { fileName } from '../components/file-name.ts'
import { Page } from '../components/page.tsx'
import { count } from '../format/format.ts'
import { creditTexts } from '../messages/en-credits.ts'
import { saveCsv } from '../components/save-file.ts'
import { fileTexts } from '../messages/en-exports.ts'
import classes from './shop.module.css'

const texts = creditTexts.form

/** Sends a file of credits to be checked. */
export function NewCreditFilePage() {
  return (
    <Page
      title={texts.title}
      text={texts.about}
      parent={{ label: creditTexts.title, href: '/portal/credits' }}
      acts={<CreditTemplate />}
    >
      <CreditFileForm />
    </Page>
  )
}

export function CreditTemplate() {
  return (
    <Button size="xs" variant="default" onClick={saveTemplate}>
      {creditTexts.template}
    </Button>
  )
}

function saveTemplate(): void {
  const text =
    'email,fullName,amount,currency,reference,description,metadata.team\r\n' +
    'ann@example.com,Ann Example,25.00,USD,ann-november,November,HR\r\n'
  saveCsv(text, fileName({ holds: fileTexts.credits, extension: 'csv' }))
}

interface FormProps {
  /** The reference of the file that this one corrects. */
  readonly reference?: string
  readonly createsConsumers?: boolean
}

/** A file and the options of its check. Leads to the result of the check. */
export function CreditFileForm({ reference = '', createsConsumers = false }: FormProps) {
  const [file, setFile] = useState<File>()
  const [fileReference, setReference] = useState(reference)
  const [isCreating, setCreating] = useState(createsConsumers)
  const check = useCheck()
  const isGood = fileReference.trim() !== '' && !fileReference.includes('/')
  const send = (): void => {
    if (file && isGood) {
      const terms = { fileReference: fileReference.trim(), createConsumers: isCreating }
      check.mutate({ file, importId: crypto.randomUUID(), ...terms })
    }
  }
  return (
    <Paper withBorder p="md" className={classes.form}>
      <Stack gap="sm">
        <FileInput
          label={texts.file}
          help={texts.columns}
          choose={(chosen) => {
            setFile(chosen)
            check.reset()
          }}
        />
        <TextInput
          label={texts.reference}
          description={texts.referenceHelp}
          maxLength={REFERENCE_LENGTH_MAX}
          required
          value={fileReference}
          error={fileReference.includes('/') && texts.noReference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
        <Switch
          label={texts.createConsumers}
          description={texts.createConsumersHelp}
          checked={isCreating}
          onChange={({ currentTarget }) => setCreating(currentTarget.checked)}
        />
        {check.isPending && <Checking importId={check.variables.importId} />}
        {check.error && <Failure error={check.error} />}
        <Group justify="flex-end">
          <Button disabled={!file || !isGood} loading={check.isPending} onClick={send}>
            {texts.check}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

interface CheckInput {
  readonly file: File
  readonly importId: string
  readonly fileReference: string
  readonly createConsumers: boolean
}

function useCheck() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ file, ...query }: CheckInput) => call('checkOwnCredits', { query, csv: file }),
    onSuccess: async ({ importId }) => {
      await navigate({ to: `/portal/credits/${importId}` })
      await queries.invalidateQueries()
    },
  })
}

/** The number of rows that the service has read so far. */
function Checking({ importId }: { readonly importId: string }) {
  const { data } = useQuery({
    // The import does not exist until the header is read, so it cannot be read by its id yet.
    ...queryOf('listOwnCreditImports', { query: { state: 'CHECKING' } }),
    refetchInterval: PROGRESS_MS,
  })
  const creditImport = data?.find((one) => one.importId === importId)
  return (
    <>
      <Progress value={100} aria-label={texts.progress} animated />
      <Text size="sm" role="status">
        {creditImport ? texts.checking(count(creditImport.rows)) : texts.sending}
      </Text>
    </>
  )
}

const REFERENCE_LENGTH_MAX = 100
const PROGRESS_MS = 500
