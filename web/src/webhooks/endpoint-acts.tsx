import type { Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = messages.webhooks

export interface EndpointPath {
  readonly partnerId: number
  readonly endpointId: string
}

interface Props {
  readonly path: EndpointPath
  readonly state: Result<'getWebhookEndpoint'>['state']
  onTested(tested: Result<'testWebhookEndpoint'>): void
  onSecret(secret: string): void
  onRemoved(): void
}

/** What can be done with an endpoint. */
export function WebhookActs({ path, state, onTested, onSecret, onRemoved }: Props) {
  const can = useCan()
  if (!can('updateWebhookEndpoint')) return null
  const isEnabled = state === 'ENABLED'
  return (
    <>
      <Act
        operation="testWebhookEndpoint"
        path={path}
        label={texts.test}
        text={texts.testText}
        fields={[OPTIONAL_REASON]}
        done={({ succeeded }) => (succeeded ? texts.testSucceeded : texts.testFailed)}
        onDone={onTested}
      />
      <Act
        operation="replayWebhookEvents"
        path={path}
        label={texts.replay}
        text={texts.replayText}
        fields={[
          { name: 'from', label: texts.from, kind: 'date-time' },
          { name: 'to', label: texts.to, kind: 'date-time', isOptional: true },
          OPTIONAL_REASON,
        ]}
        done={({ events }) => texts.replayed(events)}
      />
      <Act
        operation="updateWebhookEndpoint"
        path={path}
        label={isEnabled ? texts.pause : texts.enable}
        text={isEnabled ? texts.pauseText : texts.enableText}
        fixed={{ state: isEnabled ? 'PAUSED' : 'ENABLED' }}
        fields={[OPTIONAL_REASON]}
      />
      <Act
        operation="rotateWebhookSecret"
        path={path}
        label={texts.rotate}
        text={texts.rotateText}
        fields={[
          { name: 'overlapSeconds', label: texts.overlap, kind: 'number', isOptional: true },
          OPTIONAL_REASON,
        ]}
        onDone={({ secret }) => onSecret(secret)}
      />
      <Act
        operation="removeWebhookEndpoint"
        path={path}
        label={texts.remove}
        text={texts.removeText}
        fields={[OPTIONAL_REASON]}
        onDone={onRemoved}
        isDangerous
      />
    </>
  )
}
