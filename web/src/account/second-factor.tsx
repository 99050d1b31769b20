import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Loading } from '../components/page.tsx'
import { enAccount as texts } from '../messages/en-account.ts'
import { messages } from '../messages/messages.ts'
import { QrCode } from './qr-code.tsx'
import { Section } from './section.tsx'

const PASSWORD = {
  name: 'password',
  label: texts.currentPassword,
  kind: 'password',
} as const

/** The authenticator app and the recovery codes of the user. */
export function SecondFactor() {
  const { data, error, refetch } = useQuery({
    queryKey: ['listSecondFactors'],
    queryFn: ({ signal }) => call('listSecondFactors', { signal }),
  })
  const [begun, setBegun] = useState<Result<'beginTotp'>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const confirmed = ({ recoveryCodes }: Result<'confirmTotp'>): void => {
    setBegun(undefined)
    setCodes(recoveryCodes)
  }
  return (
    <Section
      title={texts.twoSteps}
      text={data && <State of={data} />}
      acts={data && !begun && <Acts of={data} onBegun={setBegun} onCodes={setCodes} />}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading lines={2} />}
      {begun && <Enrollment of={begun} onDone={confirmed} cancel={() => setBegun(undefined)} />}
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(undefined)} />}
    </Section>
  )
}

type Factors = Result<'listSecondFactors'>

function State({ of: { totpSince, recoveryCodesLeft } }: { readonly of: Factors }) {
  if (totpSince === undefined) return texts.off
  return (
    <>
      {texts.onSince} <Instant at={totpSince} />. {texts.codesLeft(recoveryCodesLeft)}
    </>
  )
}

interface ActsProps {
  readonly of: Factors
  onBegun(enrollment: Result<'beginTotp'>): void
  onCodes(codes: readonly string[]): void
}

function Acts({ of: { totpSince }, onBegun, onCodes }: ActsProps) {
  const isOn = totpSince !== undefined
  return (
    <>
      <Act
        operation="beginTotp"
        label={isOn ? texts.replace : texts.setUp}
        fields={[PASSWORD]}
        onDone={onBegun}
      />
      {isOn && (
        <>
          <Act
            operation="renewRecoveryCodes"
            label={texts.renew}
            text={texts.renewText}
            fields={[PASSWORD]}
            onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
          />
          <Act
            operation="removeTotp"
            label={texts.remove}
            text={texts.removeText}
            fields={[PASSWORD]}
            isDangerous
          />
        </>
      )}
    </>
  )
}

interface EnrollmentProps {
  readonly of: Result<'beginTotp'>
  onDone(result: Result<'confirmTotp'>): void
  cancel(): void
}

/** What the app reads, until a code of it is entered. */
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

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  close(): void
}

function RecoveryCodes({ codes, close }: RecoveryCodesProps) {
  return (
    <Alert
      color="green"
      title={texts.codes}
      withCloseButton
      closeButtonLabel={messages.close}
      onClose={close}
      maw={640}
    >
      <Text size="sm" mb="xs">
        {texts.codesText}
      </Text>
      <Code block>{codes.join('\n')}</Code>
    </Alert>
  )
}
