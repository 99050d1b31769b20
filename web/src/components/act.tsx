import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext, useRef, type ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { ApprovalNeeded } from '../api/approval-needed.ts'
import { call, type Input, type OperationId, type Result } from '../api/client.ts'
import { messages } from '../messages/messages.ts'
import { withStepUp } from '../session/passkey.ts'
import {
  bodyOf,
  faultsOf,
  formName,
  initialValues,
  shownAmount,
  type Field,
  type FieldOf,
  type Fields,
  type Values,
} from './act-fields.ts'
import { ApprovalNote } from './approval-note.tsx'
import classes from './components.module.css'
import { Failure } from './failure.tsx'
import { FieldInput } from './field-input.tsx'
import { MenuOfActs, type DialogState } from './menu-of-acts.ts'
import { Target } from './target.ts'
import { setFaults } from './set-faults.tsx'
import { showDone } from './undo.tsx'
import { useNewestValues } from './use-newest-values.ts'
import { useReadAgainAtEnd } from './use-read-again.ts'

interface ActProps<Id extends OperationId> {
  readonly operation: Id
  readonly path?: Input<Id>['path']
  readonly label: string
  /**
   * The text of the button that submits, if it depends on the fields; `label` otherwise. `amount`
   * is the first amount entered, as pages show it.
   */
  submitLabel?(values: Values, amount: string | undefined): string | undefined
  /** Further members of the request, which have no field. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Says what will happen, and to what. */
  readonly text?: ReactNode
  readonly isDangerous?: boolean
  /** True for the act that most readers of the page come for. */
  readonly isPrimary?: boolean
  /** Returns what the act would do. The first submit shows that, the second does the act. */
  preview?(body: Readonly<Record<string, unknown>>): Promise<ReactNode>
  /** Returns the result to expect, shown below the fields while they are filled in. */
  outlook?(body: Readonly<Record<string, unknown>>): ReactNode
  /** Returns the text of the notification. */
  done?(result: Result<Id>): string
  /** Does the opposite act, which the notification offers. Absent if that would leave traces. */
  undo?(result: Result<Id>): Promise<unknown>
  onDone?(result: Result<Id>): void
}

type Sending<Id extends OperationId> =
  | {
      readonly fields?: Fields<FieldOf<Id>>
      readonly send?: undefined
    }
  | {
      readonly fields?: Fields
      /** Sends the fields, if one request is not enough. */
      send(body: Readonly<Record<string, unknown>>, key: string): Promise<Result<Id>>
    }

type Props<Id extends OperationId> = ActProps<Id> & Sending<Id>

/**
 * A button, or an item of the menu around it, and the dialog in which an act is described, filled
 * in and confirmed.
 */
export function Act<Id extends OperationId>(props: Props<Id>) {
  const { label, isDangerous = false, isPrimary = false } = props
  const variant = isPrimary ? 'filled' : 'default'
  const [isOpen, { open, close }] = useDisclosure(false)
  const MenuAct = useContext(MenuOfActs)
  if (MenuAct) {
    return (
      <MenuAct
        label={label}
        isDangerous={isDangerous}
        dialog={(state) => <ActDialog {...props} {...state} />}
      />
    )
  }
  return (
    <>
      <Button size="xs" variant={variant} data-dangerous={isDangerous || undefined} onClick={open}>
        {label}
      </Button>
      <ActDialog {...props} isOpen={isOpen} close={close} />
    </>
  )
}

function ActDialog<Id extends OperationId>({ isOpen, ...props }: Props<Id> & DialogState) {
  const { label, close } = props
  const target = useContext(Target)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={
        <>
          {target !== undefined && (
            <Text size="sm" c="dimmed" component="div" className={classes.title}>
              {target}
            </Text>
          )}
          {label}
        </>
      }
      closeButtonProps={{ 'aria-label': messages.close }}
      // The header of a dialog must not count as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {isOpen && <ActForm {...props} />}
    </Modal>
  )
}

/** Returns the fields of an act for what was entered. */
function fieldsFor<Id extends OperationId>(
  { fields = [] }: Props<Id>,
  values: Values,
): readonly Field[] {
  return typeof fields === 'function' ? fields(values) : fields
}

/** Asks what an act would do. The response counts as seen until a value changes. */
function usePreview<Id extends OperationId>(
  { preview, fixed }: Props<Id>,
  { fields, values }: { readonly fields: readonly Field[]; readonly values: Values },
  onError: (error: Error) => void,
) {
  const previewResult = useMutation({
    mutationFn: async (sent: Values) => ({
      values: JSON.stringify(sent),
      text: await preview?.({ ...bodyOf(fields, sent, fixed) }),
    }),
    onError,
  })
  return {
    previewResult,
    isSeen: !preview || previewResult.data?.values === JSON.stringify(values),
  }
}

function ActForm<Id extends OperationId>(props: Props<Id> & { readonly close: () => void }) {
  const {
    operation,
    path,
    label,
    submitLabel,
    fixed,
    text,
    isDangerous,
    send,
    done,
    undo,
    onDone,
    close,
  } = props
  // One key for one dialog: a repeat after a lost response does nothing twice.
  const key = useRef(crypto.randomUUID())
  const queries = useQueryClient()
  const readAgainAtEnd = useReadAgainAtEnd()
  const form = useForm<Values>({
    initialValues: initialValues(fieldsFor(props, {})),
    validate: (values) => faultsOf(fieldsFor(props, values), values),
  })
  const fields = fieldsFor(props, form.values)
  useNewestValues(form, fields)
  const amounts = fields.map((field) => shownAmount(field, form.values))
  const showFaults = (error: Error): void => setFaults(form, fields, error)
  const { previewResult, isSeen } = usePreview(props, { fields, values: form.values }, showFaults)
  const act = useMutation({
    mutationFn: (values: Values) => {
      const body = bodyOf(fields, values, fixed)
      return withStepUp(() =>
        send ? send({ ...body }, key.current) : call(operation, { path, body, key: key.current }),
      )
    },
    onSuccess: async (result) => {
      await queries.invalidateQueries()
      showDone(done?.(result) ?? messages.act.done, undo && (() => undo(result)))
      onDone?.(result)
      close()
    },
    onError: (error) => {
      if (error instanceof ApprovalNeeded) {
        void queries.invalidateQueries()
        showApproval(error.approvalId)
        close()
        return
      }
      // A refused request was not done, so the next one gets a new key. After any other failure it
      // may have been done, so the same key is sent again.
      if (!(error instanceof ApiError) || error.status >= SERVER_FAULT) return
      key.current = crypto.randomUUID()
      if (error.status === CONFLICT) readAgainAtEnd()
      showFaults(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => (isSeen ? act : previewResult).mutate(values))}>
      <Stack gap="sm">
        {text !== undefined && (
          <Text size="sm" component="div">
            {text}
          </Text>
        )}
        {fields.map((field, at) => (
          <FieldInput
            key={field.name}
            field={field}
            amount={amounts[at]}
            isFirst={at === 0}
            props={form.getInputProps(formName(field.name), {
              type: field.kind === 'switch' ? 'checkbox' : 'input',
            })}
          />
        ))}
        <Outlook {...props} fields={fields} values={form.values} />
        {isSeen && previewResult.data && (
          <Text size="sm" component="div" role="status">
            {previewResult.data.text}
          </Text>
        )}
        {(act.error ?? previewResult.error) && <Failure error={act.error ?? previewResult.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {messages.goBack}
          </Button>
          <Button
            type="submit"
            loading={act.isPending || previewResult.isPending}
            color={isDangerous ? 'red' : undefined}
          >
            {isSeen
              ? (submitLabel?.(form.values, amounts.find(Boolean)) ?? label)
              : messages.act.preview}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface OutlookProps<Id extends OperationId> extends Pick<Props<Id>, 'outlook' | 'fixed'> {
  readonly fields: readonly Field[]
  readonly values: Values
}

/** The result to expect; nothing while a field is malformed. */
function Outlook<Id extends OperationId>(props: OutlookProps<Id>) {
  const { outlook, fields, values, fixed } = props
  // A reason does not change what will happen.
  const deciding = fields.filter(({ name }) => name !== 'reason')
  if (!outlook || Object.keys(faultsOf(deciding, values)).length > 0) return null
  const result = outlook({ ...bodyOf(deciding, values, fixed) })
  if (result === undefined || result === false) return null
  return (
    <Text size="sm" component="div" role="status">
      {result}
    </Text>
  )
}

/** Says which approval the act waits for, until the reader opens it or closes the note. */
function showApproval(approvalId: number): void {
  const id = `approval-${approvalId}`
  notifications.show({
    id,
    color: 'orange',
    closeButtonProps: { 'aria-label': messages.close },
    message: <ApprovalNote approvalId={approvalId} onOpen={() => notifications.hide(id)} />,
    autoClose: false,
  })
}

const CONFLICT = 409
const SERVER_FAULT = 500
