import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ChangeEvent } from 'react'
import { Act } from '../components/act.tsx'
import { FieldInput } from '../components/field-input.tsx'
import { List } from '../components/list.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { Part } from '../components/part.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { mailTemplateTexts as texts } from '../messages/en-mail-templates.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { MailTemplate, type TemplateName } from './mail-template.tsx'
import { chosenField } from './names-filter.ts'
import { PartnerLink, usePartnerFilter } from './partner-names.tsx'

const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i
const TYPING_MS = 400

/** The texts of the mails about credits, by partner and language. */
export function MailTemplatesPage() {
  const [chosen, setChosen] = useState<TemplateName>({ partnerId: undefined, language: 'en' })
  const [settled] = useDebouncedValue(chosen, TYPING_MS)
  const { partnerId, language } = chosen
  return (
    <Page
      title={texts.title}
      text={texts.about}
      parent={{ label: messages.mails.title, href: '/console/mails' }}
    >
      <NameInputs chosen={chosen} choose={setChosen} />
      {/* No form while the name changes, because text typed into the form would be lost. */}
      {settled !== chosen && <Loading />}
      {settled === chosen && LANGUAGE.test(language) && (
        <MailTemplate key={`${partnerId} ${language}`} name={chosen} />
      )}
      <Templates choose={setChosen} />
    </Page>
  )
}

interface NameProps {
  readonly chosen: TemplateName
  choose(name: TemplateName): void
}

function NameInputs({ chosen, choose }: NameProps) {
  const field = { ...chosenField(usePartnerFilter()), help: texts.whoseHelp }
  const { partnerId, language } = chosen
  const choosePartner = (changed: unknown): void => {
    const number = Number(textOf(changed))
    choose({ ...chosen, partnerId: number > 0 ? number : undefined })
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={720}>
      <FieldInput
        field={field}
        amount={undefined}
        isFirst={false}
        props={{ value: partnerId === undefined ? '' : String(partnerId), onChange: choosePartner }}
      />
      <TextInput
        label={texts.language}
        description={texts.languageHelp}
        value={language}
        onChange={({ currentTarget: { value } }) => choose({ ...chosen, language: value.trim() })}
      />
    </SimpleGrid>
  )
}

/** Returns the entered value: inputs send an event, a choice sends its value. */
function textOf(changed: unknown): string {
  if (typeof changed === 'string') return changed
  return (changed as ChangeEvent<HTMLInputElement>).currentTarget.value
}

/** The templates that exist. A partner or language without a template inherits one. */
function Templates({ choose }: Pick<NameProps, 'choose'>) {
  const can = useCan()
  return (
    <Part title={texts.setTitle}>
      <List
        operation="listMailTemplates"
        columns={[
          {
            label: texts.whose,
            field: 'partnerId',
            cell: ({ partnerId }) =>
              partnerId === undefined ? texts.all : <PartnerLink id={partnerId} />,
          },
          { label: texts.language, field: 'language' },
          { label: texts.subject, field: 'subject' },
          { label: texts.setAt, field: 'setAt', shows: 'time' },
          { label: texts.setBy, field: 'setBy' },
          {
            label: consoleTexts.acts,
            cell: ({ partnerId, language }) => (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    choose({ partnerId, language })
                    window.scrollTo({ top: 0 })
                  }}
                >
                  {texts.open(language)}
                </Button>
                {can('removeMailTemplate') && (
                  <Act
                    operation="removeMailTemplate"
                    label={texts.remove}
                    text={texts.removeText(language)}
                    fixed={{ partnerId, language }}
                    fields={[OPTIONAL_REASON]}
                    isDangerous
                  />
                )}
              </Group>
            ),
          },
        ]}
        keyOf={({ partnerId, language }) => `${partnerId} ${language}`}
        empty={texts.empty}
      />
    </Part>
  )
}
