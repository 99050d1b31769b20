import '@mantine/core/styles/Menu.layer.css'
import { Button, Menu, useMantineColorScheme } from '@mantine/core'
import { CheckIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readable } from '../format/format.ts'
import { LANGUAGE } from '../format/locale.ts'
import { messages } from '../messages/messages.ts'
import { chooseLanguage, LANGUAGES } from '../session/language.ts'
import { sessionQuery } from '../session/session.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useUtc } from '../session/use-utc.ts'
import { Icon } from './icon.tsx'

const texts = messages.user
const CONSOLE = '/console/account'
const PORTAL = '/portal/account'
const SCHEMES = ['light', 'dark', 'auto'] as const

/** The menu of the user: who is signed in, the look of the pages, and the sign-out. */
export function UserMenu() {
  const { data } = useQuery(sessionQuery)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [isUtc, setUtc] = useUtc()
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>
        <Button variant="subtle" size="xs" color="gray" aria-label={texts.menu}>
          <Icon name="people" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {data?.user.name} · {data && readable(data.user.role)}
        </Menu.Label>
        <Menu.Item component={Link} to={data?.user.partnerId === null ? CONSOLE : PORTAL}>
          {texts.menu}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank">
          {messages.navigation.docs}
        </Menu.Item>
        <Menu.Divider />
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme}
            rightSection={scheme === colorScheme ? <CheckIcon /> : undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {texts[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item rightSection={isUtc ? <CheckIcon /> : undefined} onClick={() => setUtc(!isUtc)}>
          {texts.utc}
        </Menu.Item>
        <Menu.Divider />
        {LANGUAGES.map(({ language, name }) => (
          <Menu.Item
            key={language}
            lang={language}
            rightSection={language === LANGUAGE ? <CheckIcon /> : undefined}
            onClick={() => chooseLanguage(language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={signOut}>{texts.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
