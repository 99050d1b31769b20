import { call, type Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { webhookTexts } from '../messages/en-webhooks.ts'
import { useCan } from '../session/session.ts'
import type { WebhookSide } from './side.ts'

const texts = webhookTexts

interface Props {
  readonly side: WebhookSide
  readonly endpointId: string
  readonly state: Result<'getWebhookEndpoint'>['state']
  onTested(tested: Result<'testWebhookEndpoint'>): void
  onRotated(endpoint: { readonly secret?: string }): void
  onRemoved(): void
}

export function EndpointActs(props: Props) {
  const { side, endpointId, state, onTested, onRotated, onRemoved } = props
  const { operations } = side
  const path = { ...side.path, endpointId }
  const can = useCan()
  if (!can(operations.update)) return null
  const isEnabled = state === 'ENABLED'
  return (
    <>
      <Act
        operation={operations.test}
        path={path}
        label={texts.test}
        text={texts.testText}
        fields={[OPTIONAL_REASON]}
        done={({ succeeded }) => (succeeded ? texts.testSucceeded : texts.testFailed)}
        onDone={onTested}
      />
      <Act
        operation={operations.replay}
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
        operation={operations.update}
        path={path}
        label={isEnabled ? texts.pause : texts.enable}
        text={isEnabled ? texts.pauseText : texts.enableText}
        fixed={{ state: isEnabled ? 'PAUSED' : 'ENABLED' }}
        fields={[OPTIONAL_REASON]}
        done={() => (isEnabled ? texts.paused : texts.enabled)}
        {...(state !== 'DISABLED' && {
          undo: () => call(operations.update, { path, body: { state } }),
        })}
      />
      <Act
        operation={operations.rotate}
        path={path}
        label={texts.rotate}
        text={texts.rotateText}
        fields={[
          { name: 'overlapSeconds', label: texts.overlap, kind: 'number', isOptional: true },
          OPTIONAL_REASON,
        ]}
        onDone={onRotated}
      />
      <Act
        operation={operations.remove}
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
