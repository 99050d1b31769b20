import { usePageParams } from '../components/use-page-params.ts'
import { webhooksOf } from '../webhooks/door.ts'
import { Endpoint } from '../webhooks/endpoint.tsx'

export function WebhookPage() {
  const { partnerId, endpointId } = usePageParams('partnerId', 'endpointId')
  return <Endpoint door={webhooksOf(Number(partnerId))} endpointId={endpointId} />
}
