import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import type { Filter } from '../components/filters.tsx'
import { messages } from '../messages/messages.ts'
import { FOUND_MAX, NAMES_MAX, NAMES_STALE_AFTER_MS, namesFilter } from './names-filter.ts'
import { useName } from './use-name.ts'

const namesQuery = queryOptions({
  ...queryOf('listPartners', { query: { pageSize: NAMES_MAX } }),
  select: (partners) => new Map(partners.map(({ partnerId, name }) => [partnerId, name])),
  staleTime: NAMES_STALE_AFTER_MS,
})

/** Returns the name of a partner; undefined until it is known. */
export function usePartnerName(id: number | undefined): string | undefined {
  const { data } = useQuery(namesQuery)
  return useName(data, id, {
    of: 'getPartner',
    read: (partnerId, signal) => call('getPartner', { path: { partnerId }, signal }),
    nameOf: ({ name }) => name,
  })
}

/** A partner by its name, with a link to its page. */
export function PartnerLink({ id }: { readonly id: number | undefined }) {
  const name = usePartnerName(id)
  if (id === undefined) return null
  return <Link to={`/console/partners/${id}`}>{name ?? messages.partners.one(id)}</Link>
}

/** A filter by partner, with the names to choose from. */
export function usePartnerFilter(): Filter<'partnerId'> {
  return namesFilter(
    { name: 'partnerId', label: messages.partners.partner },
    useQuery(namesQuery),
    {
      of: 'listPartners',
      unnamed: messages.partners.one,
      async find(part, signal) {
        const query = { pageSize: FOUND_MAX, ...(part !== '' && { name: part }) }
        const partners = await call('listPartners', { query, signal })
        return partners.map(({ partnerId, name }) => [partnerId, name] as const)
      },
    },
  )
}
