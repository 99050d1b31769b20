import { usePageParams } from '../components/use-page-params.ts'
import { usePartnerName } from './partner-names.tsx'
import { webhooksOf } from '../webhooks/side.ts'
import { Endpoint } from '../webhooks/endpoint.tsx'

export function WebhookPage() {
  const { partnerId, endpointId } = usePageParams('partnerId', 'endpointId')
  const id = Number(partnerId)
  return <Endpoint side={webhooksOf(id, usePartnerName(id))} endpointId={endpointId} />
}
