import { messages } from '../messages/messages.ts'
import { OWN_WEBHOOKS } from '../webhooks/side.ts'
import { EndpointList } from '../webhooks/endpoint-list.tsx'

const texts = messages.ofPortal

/** The endpoints that events are sent to. */
export function WebhooksPage() {
  return (
    <EndpointList side={OWN_WEBHOOKS} page={{ title: texts.webhooks, text: texts.webhooksAbout }} />
  )
}
