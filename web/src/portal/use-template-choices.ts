import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import type { Choice } from '../components/choice.ts'

interface TemplateChoices {
  readonly looks: readonly Choice[]
  readonly isPending: boolean
}

/** Returns the templates of the partner, to choose from; none while they are read. */
export function useTemplateChoices(): TemplateChoices {
  const { data = [], isPending } = useQuery(queryOf('listOwnLinkTemplates'))
  return {
    looks: data.map(({ templateId, name }) => ({ value: templateId, label: name })),
    isPending,
  }
}
