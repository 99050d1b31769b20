import { Alert, Code, Text } from '@mantine/core'
import type { Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { accountTexts as texts } from '../messages/en-account.ts'
import { messages } from '../messages/messages.ts'
import { PASSWORD } from './password-field.ts'
import { Section } from './section.tsx'

interface Props {
  readonly of: Result<'listSecondFactors'>
  /** New codes, until the user closes them. */
  readonly codes: readonly string[] | undefined
  onCodes(codes: readonly string[] | undefined): void
}

/** The recovery codes of a user who has a second factor. */
export function RecoveryCodes({ of, codes, onCodes }: Props) {
  const { totpSince, passkeys, recoveryCodesLeft } = of
  if (totpSince === undefined && passkeys.length === 0) return null
  return (
    <Section
      title={texts.codes}
      text={texts.codesLeft(recoveryCodesLeft)}
      acts={
        <Act
          operation="renewRecoveryCodes"
          label={texts.renew}
          text={texts.renewText}
          fields={[PASSWORD]}
          onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
        />
      }
    >
      {codes && (
        <Alert
          color="green"
          title={texts.newCodes}
          withCloseButton
          closeButtonLabel={messages.close}
          onClose={() => onCodes(undefined)}
          maw={640}
        >
          <Text size="sm" mb="xs">
            {texts.codesText}
          </Text>
          <Code block>{codes.join('\n')}</Code>
        </Alert>
      )}
    </Section>
  )
}
