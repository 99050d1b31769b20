import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { ownApplication } from './own-application.ts'

interface Methods {
  readonly oidc: boolean
  readonly password: boolean
  /** True if the service sends links for new passwords. */
  readonly passwordReset: boolean
}

/** Returns how users may sign in to this application; undefined until that is known. */
export function useMethods(): Methods | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['getSignInMethods'],
    queryFn: ({ signal }) => call('getSignInMethods', { signal }),
    staleTime: Infinity,
  })
  if (isPending) return undefined
  const isConsole = ownApplication() === '/console'
  return {
    oidc: isConsole && data?.oidc === true,
    password: !isConsole || data?.operatorPassword !== false,
    passwordReset: data?.passwordReset !== false,
  }
}
