import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { ApprovalNeeded } from '../api/approval-needed.ts'
import { call, type Input, type OperationId } from '../api/client.ts'
import { titleOf } from '../format/fault-title.ts'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { withStepUp } from '../session/passkey.ts'
import { useCan } from '../session/session.ts'
import { bodyOf, faultsOf, formName, initialValues, type Values } from './act-fields.ts'
import type { BulkAct } from './bulk-act.ts'
import { FieldInput } from './field-input.tsx'
import {
  contentOf,
  FILE_FORMATS,
  FORMAT_LABELS,
  saveList,
  type ListFile,
  type ListOperation,
} from './list-file.ts'
import { PlainTable } from './plain-table.tsx'
import { Target } from './target.ts'

const texts = messages.list

interface Props<Row> {
  /** The operation that read the list. */
  readonly operation: ListOperation
  readonly acts: readonly BulkAct<Row>[]
  readonly rows: readonly Row[]
  clear(): void
  /** Says whether a dialog is open, during which the list must not be read again. */
  setActing(isActing: boolean): void
}

/** The acts for the selected rows, and their download. */
export function BulkActs<Row>({ operation, acts, rows, clear, setActing }: Props<Row>) {
  const can = useCan()
  const target = useContext(Target)
  const queries = useQueryClient()
  const [chosen, choose] = useState<BulkAct<Row>>()
  const isOpen = chosen !== undefined
  useEffect(() => {
    setActing(isOpen)
    return () => setActing(false)
  }, [isOpen, setActing])
  const close = (): void => {
    // The list was not read again while the dialog was open.
    void queries.invalidateQueries()
    choose(undefined)
  }
  return (
    <Group gap="xs" role="group" aria-label={texts.selected(count(rows.length))}>
      <Text size="sm" fw={550}>
        {texts.selected(count(rows.length))}
      </Text>
      {acts
        .filter((act) => can(act.operation))
        .map((act) => (
          <Button
            key={act.label}
            size="xs"
            variant="default"
            data-dangerous={act.isDangerous || undefined}
            onClick={() => choose(act)}
          >
            {act.label}
          </Button>
        ))}
      {FILE_FORMATS.map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          onClick={() => void saveRows(rows, { operation, format, subjects: [target] })}
        >
          {FORMAT_LABELS[format]}
        </Button>
      ))}
      <Button size="xs" variant="subtle" onClick={clear}>
        {texts.unselect}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={chosen?.label}
        closeButtonProps={{ 'aria-label': messages.close }}
        // The header of a dialog must not count as a second banner of the page.
        attributes={{ header: { role: 'presentation' } }}
      >
        {chosen && <BulkForm act={chosen} selected={rows} />}
      </Modal>
    </Group>
  )
}

/** Saves the selected rows as the list shows them: what is masked there is masked in the file. */
async function saveRows(rows: readonly unknown[], file: ListFile): Promise<void> {
  try {
    const content = await contentOf(file.format)
    content.add(rows.filter(isEntry))
    await saveList(content, file)
  } catch (error) {
    const message = error instanceof Error ? error.message : messages.unknownFault
    notifications.show({ color: 'red', message })
  }
}

function isEntry(row: unknown): row is object {
  return typeof row === 'object' && row !== null
}

type Outcome = 'waits' | Done | Fault

interface Done {
  readonly note: string | undefined
}

interface Fault {
  readonly fault: string
  /** The message of the service, in English. */
  readonly message?: string
  readonly isRefused: boolean
}

const SERVER_FAULT = 500

interface FormProps<Row> {
  readonly act: BulkAct<Row>
  readonly selected: readonly Row[]
}

/** Asks for the fields of the act, sends the requests one by one, and shows the outcome of each. */
function BulkForm<Row>({ act, selected }: FormProps<Row>) {
  // The rows selected when the dialog opens, because the list is read again meanwhile.
  const [rows] = useState(() => selected.filter((row) => act.isFor?.(row) !== false))
  const skipped = selected.length - rows.length
  const { outcomes, run } = useRun(act, rows)
  const form = useForm<Values>({
    initialValues: initialValues(act.fields),
    validate: (values) => faultsOf(act.fields, values),
  })
  const isTried = outcomes.size > 0
  const failed = rows.filter((row) => isFault(outcomes.get(row)))
  return (
    <form onSubmit={form.onSubmit((values) => run.mutate({ values, of: isTried ? failed : rows }))}>
      <Stack gap="sm">
        <Text size="sm">{act.text}</Text>
        {act.outlook && rows.length > 0 && <Text size="sm">{act.outlook(rows)}</Text>}
        <Text size="sm">{texts.bulkText(count(rows.length))}</Text>
        {skipped > 0 && (
          <Text size="sm" c="dimmed">
            {texts.bulkSkipped(count(skipped))}
          </Text>
        )}
        {!isTried &&
          act.fields.map((field, at) => (
            <FieldInput
              key={field.name}
              field={field}
              amount={undefined}
              isFirst={at === 0}
              props={form.getInputProps(formName(field.name), {
                type: field.kind === 'switch' ? 'checkbox' : 'input',
              })}
            />
          ))}
        {isTried && (
          <PlainTable
            head={[act.label, messages.list.outcome]}
            rows={rows.map((row) => [act.nameOf(row), outcomeText(outcomes.get(row))])}
          />
        )}
        <Group justify="flex-end">
          {(!isTried || (failed.length > 0 && !run.isPending)) && (
            <Button
              type="submit"
              color={act.isDangerous ? 'red' : undefined}
              loading={run.isPending}
              disabled={rows.length === 0}
            >
              {isTried ? texts.bulkAgain : texts.bulkSubmit(act.label, count(rows.length))}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** Sends the requests. Each row has a key of its own, so a repeat does nothing twice. */
function useRun<Row>(act: BulkAct<Row>, rows: readonly Row[]) {
  const queries = useQueryClient()
  const keys = useRef(new Map(rows.map((row) => [row, newKey()])))
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Row, Outcome>>(new Map())
  const run = useMutation({
    mutationFn: async ({ values, of }: { values: Values; of: readonly Row[] }) => {
      const fields = bodyOf(act.fields, values, undefined)
      for (const row of of) {
        const { path, body } = act.inputOf(row)
        const sent = { ...body, ...fields }
        const input = { path, body: sent, key: keys.current.get(row) } as Input<OperationId>
        const outcome = await outcomeOf(act, () => call(act.operation, input))
        // A refused request was not done, so the next one gets a new key.
        if (isFault(outcome) && outcome.isRefused) keys.current.set(row, newKey())
        setOutcomes((all) => new Map(all).set(row, outcome))
      }
    },
    // The dialog belongs to the rows, so rows that leave stay in the list until it is closed.
    onSettled: () => (act.isLeaving ? undefined : queries.invalidateQueries()),
  })
  return { outcomes, run }
}

const newKey = (): string => crypto.randomUUID()

function isFault(outcome: Outcome | undefined): outcome is Fault {
  return typeof outcome === 'object' && 'fault' in outcome
}

async function outcomeOf<Row>(
  act: Pick<BulkAct<Row>, 'noteOf'>,
  send: () => Promise<unknown>,
): Promise<Outcome> {
  try {
    const response = await withStepUp(send)
    return { note: act.noteOf?.(response) }
  } catch (error) {
    if (error instanceof ApprovalNeeded) return 'waits'
    if (error instanceof ApiError) {
      const { message, status } = error
      return { fault: titleOf(error), message, isRefused: status < SERVER_FAULT }
    }
    const fault = error instanceof Error ? error.message : messages.unknownFault
    return { fault, isRefused: false }
  }
}

function outcomeText(outcome: Outcome | undefined): ReactNode {
  if (outcome === undefined) return null
  if (outcome === 'waits') return texts.bulkWaits
  const [title, detail] = isFault(outcome)
    ? [outcome.fault, outcome.message]
    : [texts.bulkDone, outcome.note]
  return (
    <>
      {title}
      {detail !== undefined && (
        <Text size="xs" c="dimmed" lang={isFault(outcome) ? 'en' : undefined}>
          {detail}
        </Text>
      )}
    </>
  )
}
