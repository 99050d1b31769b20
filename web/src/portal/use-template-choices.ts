import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { Choice } from '../components/choice.ts'

interface TemplateChoices {
  readonly looks: readonly Choice[]
  readonly isPending: boolean
}

/** Returns the templates of the partner, to choose from; none while they are read. */
export function useTemplateChoices(): TemplateChoices {
  const { data = [], isPending } = useQuery({
    queryKey: ['listOwnLinkTemplates'],
    queryFn: ({ signal }) => call('listOwnLinkTemplates', { signal }),
  })
  return {
    looks: data.map(({ templateId, name }) => ({ value: templateId, label: name })),
    isPending,
  }
}
