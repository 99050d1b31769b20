import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { UserList } from '../components/user-list.tsx'
import { userTexts } from '../messages/en-users.ts'

/** The users of a partner, and whether its owners require a second factor of them. */
export function PartnerUsers({ partnerId }: { readonly partnerId: number }) {
  const { data } = useQuery(queryOf('getPartner', { path: { partnerId } }))
  return (
    <>
      {data?.secondFactorRequired === true && (
        <Text size="sm" mb="md">
          {userTexts.factorRule.ofPartner}
        </Text>
      )}
      <UserList application="console" partnerId={partnerId} />
    </>
  )
}
