import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input, Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Part } from '../components/part.tsx'
import { mailTemplateTexts as texts } from '../messages/en-mail-templates.ts'
import { framedMail } from './framed-mail.ts'
import classes from './mail-template.module.css'

export type MailTexts = NonNullable<Input<'previewMailTemplate'>['body']>

const TYPING_MS = 400

/** Returns an example of the entered mail, or the fault of its texts; anew after each input. */
export function useMailPreview(entered: MailTexts) {
  const [body] = useDebouncedValue(entered, TYPING_MS)
  return useQuery({
    ...queryOf('previewMailTemplate', { body }),
    enabled: body.subject.trim() !== '' && body.text.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}

const PARTS = (['html', 'text'] as const).map((value) => ({ value, label: texts.parts[value] }))
const WIDTHS = (['phone', 'desk'] as const).map((value) => ({ value, label: texts.widths[value] }))

/** A mail as its reader sees it: the HTML, or the plain text that simple programs show. */
export function MailPreview({ mail }: { readonly mail: Result<'previewMailTemplate'> }) {
  const [part, setPart] = useState('html')
  const [width, setWidth] = useState('phone')
  const shape = width === 'phone' ? classes.phone : classes.desk
  return (
    <Part title={texts.preview} text={texts.example}>
      <Stack gap="sm">
        <Group gap="sm">
          {mail.html !== undefined && (
            <NativeSelect
              label={texts.part}
              data={PARTS}
              value={part}
              onChange={({ currentTarget: { value } }) => setPart(value)}
            />
          )}
          <NativeSelect
            label={texts.width}
            data={WIDTHS}
            value={width}
            onChange={({ currentTarget: { value } }) => setWidth(value)}
          />
        </Group>
        <Text fw={550}>{mail.subject}</Text>
        {mail.html !== undefined && part === 'html' ? (
          <iframe
            title={texts.preview}
            srcDoc={framedMail(mail.html)}
            sandbox=""
            className={shape}
          />
        ) : (
          // So that readers can scroll it by keys.
          <pre className={`${shape} ${classes.plain}`} tabIndex={0}>
            {mail.text}
          </pre>
        )}
      </Stack>
    </Part>
  )
}
