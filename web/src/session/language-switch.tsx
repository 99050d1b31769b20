import { Button, Group } from '@mantine/core'
import { LANGUAGE } from '../format/locale.ts'
import { messages } from '../messages/messages.ts'
import { chooseLanguage, LANGUAGES } from './language.ts'

/** The languages of the texts, before anybody has signed in. */
export function LanguageSwitch() {
  return (
    <Group role="group" aria-label={messages.user.language} gap={4} mt="md" justify="center">
      {LANGUAGES.map(({ language, name }) => (
        <Button
          key={language}
          lang={language}
          size="compact-xs"
          variant={language === LANGUAGE ? 'default' : 'subtle'}
          aria-pressed={language === LANGUAGE}
          onClick={() => chooseLanguage(language)}
        >
          {name}
        </Button>
      ))}
    </Group>
  )
}
