import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { Instant } from '../components/instant.tsx'
import { accountTexts as texts } from '../messages/en-account.ts'
import { PASSWORD } from './password-field.ts'
import { QrCode } from './qr-code.tsx'
import { Section } from './section.tsx'

type Factors = Result<'listSecondFactors'>

interface Props {
  readonly of: Factors
  onCodes(codes: readonly string[] | undefined): void
}

/** The authenticator app of the user, and how to set one up. */
export function AuthenticatorApp({ of: factors, onCodes }: Props) {
  const [enrollment, setEnrollment] = useState<Result<'beginTotp'>>()
  const finish = ({ recoveryCodes }: Result<'confirmTotp'>): void => {
    setEnrollment(undefined)
    onCodes(recoveryCodes)
  }
  return (
    <Section
      title={texts.app}
      text={<State of={factors} />}
      acts={!enrollment && <Acts of={factors} onBegin={setEnrollment} />}
    >
      {enrollment && (
        <Enrollment of={enrollment} onDone={finish} cancel={() => setEnrollment(undefined)} />
      )}
    </Section>
  )
}

function State({ of: { totpSince, passkeys } }: { readonly of: Factors }) {
  if (totpSince === undefined) return passkeys.length === 0 ? texts.off : texts.noApp
  return (
    <>
      {texts.onSince} <Instant at={totpSince} isExact />.
    </>
  )
}

interface ActsProps {
  readonly of: Factors
  onBegin(enrollment: Result<'beginTotp'>): void
}

function Acts({ of: { totpSince, passkeys }, onBegin }: ActsProps) {
  const isOn = totpSince !== undefined
  return (
    <>
      <Act
        operation="beginTotp"
        label={isOn ? texts.replace : texts.setUp}
        fields={[PASSWORD]}
        onDone={onBegin}
      />
      {isOn && (
        <Act
          operation="removeTotp"
          label={texts.remove}
          text={passkeys.length === 0 ? texts.removeLastText : texts.removeText}
          fields={[PASSWORD]}
          isDangerous
        />
      )}
    </>
  )
}

interface EnrollmentProps {
  readonly of: Result<'beginTotp'>
  onDone(result: Result<'confirmTotp'>): void
  cancel(): void
}

/** The secret that the app reads, shown until one of its codes is entered. */
function Enrollment({ of: { uri, setupKey }, onDone, cancel }: EnrollmentProps) {
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{texts.scan}</Text>
      <QrCode text={uri} label={texts.picture} />
      <Text size="sm">
        {texts.setupKey}: <Code>{setupKey}</Code>
      </Text>
      <Group gap="xs">
        <Act
          operation="confirmTotp"
          label={texts.confirm}
          isPrimary
          fields={[{ name: 'code', label: texts.code }]}
          done={() => texts.confirmed}
          onDone={onDone}
        />
        <Button size="xs" variant="default" onClick={cancel}>
          {texts.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
