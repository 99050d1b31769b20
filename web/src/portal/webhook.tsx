import { usePageParams } from '../components/use-page-params.ts'
import { OWN_WEBHOOKS } from '../webhooks/side.ts'
import { Endpoint } from '../webhooks/endpoint.tsx'

export function WebhookPage() {
  const { endpointId } = usePageParams('endpointId')
  return <Endpoint side={OWN_WEBHOOKS} endpointId={endpointId} />
}
