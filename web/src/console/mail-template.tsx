import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { REASON } from '../components/reason.ts'
import { showDone } from '../components/undo.tsx'
import { mailTemplateTexts as texts } from '../messages/en-mail-templates.ts'
import { withStepUp } from '../session/passkey.ts'
import { useCan } from '../session/session.ts'
import { MailPreview, useMailPreview } from './mail-preview.tsx'
import classes from './mail-template.module.css'

/** The partner and the language of a template. Without a partner, it is for all partners. */
export interface TemplateName {
  readonly partnerId: number | undefined
  readonly language: string
}

type InForce = Result<'getMailTemplateInForce'>

/** A form with the present texts, beside an example of the mail. */
export function MailTemplate({ name }: { readonly name: TemplateName }) {
  const { data, error, refetch } = useQuery({
    ...queryOf('getMailTemplateInForce', { query: name }),
    retry: false,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const { partnerId, language, setAt } = data.template
  return <TextsForm key={`${partnerId} ${language} ${setAt}`} name={name} inForce={data} />
}

interface FormProps {
  readonly name: TemplateName
  readonly inForce: InForce
}

const FIELDS = [
  { name: 'subject', label: texts.subject, required: true },
  { name: 'text', label: texts.text, description: texts.placeholders, required: true, rows: 10 },
  { name: 'html', label: texts.html, description: texts.htmlHelp, rows: 14 },
  { name: 'reason', label: REASON.label, description: REASON.help },
] as const

function TextsForm({ name, inForce: { template, preview } }: FormProps) {
  const can = useCan()
  const queries = useQueryClient()
  const { subject, text, html = '' } = template
  const [entered, setEntered] = useState({ subject, text, html, reason: '' })
  const body = {
    subject: entered.subject,
    text: entered.text,
    ...(entered.html.trim() !== '' && { html: entered.html }),
  }
  const shown = useMailPreview(body)
  const save = useMutation({
    mutationFn: () => {
      const named = { ...body, ...name, ...(entered.reason !== '' && { reason: entered.reason }) }
      return withStepUp(() => call('putMailTemplate', { body: named }))
    },
    // The form begins anew with the saved texts, so a notification says that they were saved.
    async onSuccess() {
      await queries.invalidateQueries()
      showDone(texts.saved)
    },
  })
  const error = save.error ?? shown.error
  const faultOf = (field: string): string | undefined =>
    error instanceof ApiError ? error.about(field) : undefined
  const isNamed = FIELDS.some((field) => faultOf(field.name) !== undefined)
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Stack gap="sm">
        <Text size="sm">{originOf(name, template)}</Text>
        {FIELDS.map((field) => {
          const shared = {
            label: field.label,
            description: 'description' in field ? field.description : undefined,
            required: 'required' in field,
            error: faultOf(field.name) && <span lang="en">{faultOf(field.name)}</span>,
            value: entered[field.name],
            onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
              setEntered({ ...entered, [field.name]: currentTarget.value })
              save.reset()
            },
          }
          return 'rows' in field ? (
            <Textarea key={field.name} {...shared} rows={field.rows} className={classes.source} />
          ) : (
            <TextInput key={field.name} {...shared} />
          )
        })}
        {error && !isNamed && <Failure error={error} />}
        {can('putMailTemplate') && (
          <Group justify="flex-end">
            <Button
              disabled={body.subject.trim() === '' || body.text.trim() === ''}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {texts.save}
            </Button>
          </Group>
        )}
      </Stack>
      <MailPreview mail={shown.data ?? preview} />
    </SimpleGrid>
  )
}

/** Returns a text that names the template in use: this one, or another until this one exists. */
function originOf(name: TemplateName, { partnerId, language, setAt }: InForce['template']) {
  if (setAt === undefined) return texts.ofDefault
  const isSameLanguage = language.toLowerCase() === name.language.toLowerCase()
  if (partnerId === name.partnerId && isSameLanguage) return texts.own
  return partnerId === undefined ? texts.ofAll(language) : texts.ofPartner(language)
}
