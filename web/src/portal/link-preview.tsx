import { Group, NativeSelect, Stack, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { urlOfOperation } from '../api/client.ts'
import { templateTexts as texts } from '../messages/en-link-templates.ts'
import { textsIn, withoutEmpty, type TemplateDraft } from './template-draft.ts'
import classes from './shop.module.css'

const WAIT_MS = 400
const PARTS = (['page', 'mail'] as const).map((value) => ({ value, label: texts.parts[value] }))
const WIDTHS = (['phone', 'desk'] as const).map((value) => ({ value, label: texts.widths[value] }))

interface Props {
  readonly draft: TemplateDraft
  readonly locale: string
  readonly currency: string
}

/** An example of the page or the mail, made by the service in the same way as for links. */
export function LinkPreview({ draft, locale, currency }: Props) {
  const [part, setPart] = useState<'page' | 'mail'>('page')
  const [width, setWidth] = useState('phone')
  const [shown] = useDebouncedValue(draft, WAIT_MS)
  const { logo, accentColor, paperColor, senderName } = shown
  const { subject, greeting, message } = textsIn(shown, locale)
  const ownTexts = { mailSubject: subject, greeting, message }
  const query = withoutEmpty({ logo, accentColor, paperColor, senderName, ...ownTexts })
  const src = urlOfOperation('previewOwnLinkTemplate', {
    query: { ...query, part, locale, currency },
  })
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {texts.preview}
      </Title>
      <Group gap="sm">
        <NativeSelect
          label={texts.part}
          data={PARTS}
          value={part}
          onChange={({ currentTarget }) =>
            setPart(currentTarget.value === 'mail' ? 'mail' : 'page')
          }
        />
        <NativeSelect
          label={texts.width}
          data={WIDTHS}
          value={width}
          onChange={({ currentTarget: { value } }) => setWidth(value)}
        />
      </Group>
      {/* A new frame for each address: one that navigates would fill the history of the browser. */}
      <iframe
        key={src}
        title={texts.preview}
        src={src}
        sandbox=""
        className={width === 'phone' ? classes.phone : classes.desk}
      />
    </Stack>
  )
}
