import { Group } from '@mantine/core'
import { call, type Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { Instant } from '../components/instant.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { accountTexts as texts } from '../messages/en-account.ts'
import { canUsePasskeys, makePasskey } from '../session/passkey.ts'
import { deviceOf } from './device.ts'
import { PASSWORD } from './password-field.ts'
import { Section } from './section.tsx'

const HEAD = [texts.passkeyName, texts.added, texts.lastUsed, texts.acts]

type Factors = Result<'listSecondFactors'>

interface Props {
  readonly of: Factors
  onCodes(codes: readonly string[] | undefined): void
}

/** The passkeys of the user, and how to add one. */
export function Passkeys({ of: factors, onCodes }: Props) {
  const { passkeys } = factors
  const isPossible = canUsePasskeys()
  return (
    <Section
      title={texts.passkeys}
      text={isPossible ? texts.passkeysAbout : texts.passkeysNotHere}
      acts={isPossible && <AddPasskey onCodes={onCodes} />}
    >
      {passkeys.length > 0 && (
        <PlainTable head={HEAD} rows={passkeys.map((passkey) => rowOf(passkey, factors))} />
      )}
    </Section>
  )
}

async function addPasskey(body: Readonly<Record<string, unknown>>): Promise<Result<'addPasskey'>> {
  const options = await call('beginPasskey', { body: { password: String(body['password']) } })
  const passkey = await makePasskey(options)
  return await call('addPasskey', { body: { ...passkey, name: String(body['name']) } })
}

function AddPasskey({ onCodes }: Pick<Props, 'onCodes'>) {
  return (
    <Act
      operation="addPasskey"
      label={texts.addPasskey}
      text={texts.addPasskeyText}
      fields={[
        {
          name: 'name',
          label: texts.passkeyName,
          help: texts.passkeyNameHelp,
          initial: deviceOf(navigator.userAgent) ?? '',
        },
        PASSWORD,
      ]}
      send={addPasskey}
      done={() => texts.passkeyAdded}
      onDone={({ recoveryCodes }) => recoveryCodes && onCodes(recoveryCodes)}
    />
  )
}

function rowOf(passkey: Factors['passkeys'][number], { passkeys, totpSince }: Factors) {
  const { passkeyId, name, createdAt, lastUsedAt } = passkey
  const isLast = passkeys.length === 1 && totpSince === undefined
  return [
    name,
    <Instant key="created" at={createdAt} />,
    lastUsedAt === undefined ? texts.never : <Instant key="used" at={lastUsedAt} />,
    <Group key="acts" gap={4} wrap="nowrap">
      <Act
        operation="renamePasskey"
        path={{ passkeyId }}
        label={texts.rename}
        fields={[{ name: 'name', label: texts.passkeyName, initial: name }]}
      />
      <Act
        operation="removePasskey"
        path={{ passkeyId }}
        label={texts.removePasskey}
        text={isLast ? texts.removeLastText : texts.removePasskeyText}
        fields={[PASSWORD]}
        isDangerous
      />
    </Group>,
  ]
}
