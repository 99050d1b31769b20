import { Stack } from '@mantine/core'
import { Act } from '../components/act.tsx'
import { Page } from '../components/page.tsx'
import { accountTexts as texts } from '../messages/en-account.ts'
import { Section } from './section.tsx'
import { SecondFactors } from './second-factors.tsx'
import { Sessions } from './sessions.tsx'

/** The password, the second factors and the sessions of a user, in console and portal. */
export function AccountPage() {
  return (
    <Page title={texts.title}>
      <Stack gap="xl">
        <Section
          title={texts.password}
          text={texts.passwordAbout}
          acts={
            <Act
              operation="changePassword"
              label={texts.changePassword}
              fields={[
                { name: 'currentPassword', label: texts.currentPassword, kind: 'password' },
                {
                  name: 'newPassword',
                  label: texts.newPassword,
                  kind: 'password',
                  help: texts.newPasswordHelp,
                },
              ]}
              done={() => texts.changed}
            />
          }
        />
        <SecondFactors />
        <Sessions />
      </Stack>
    </Page>
  )
}
