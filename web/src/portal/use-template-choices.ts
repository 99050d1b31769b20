import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { Choice } from '../components/choice.ts'

/** Returns the templates of the partner, to choose from; none while they are read. */
export function useTemplateChoices(): readonly Choice[] {
  const { data = [] } = useQuery({
    queryKey: ['listOwnLinkTemplates'],
    queryFn: ({ signal }) => call('listOwnLinkTemplates', { signal }),
  })
  return data.map(({ templateId, name }) => ({ value: templateId, label: name }))
}
