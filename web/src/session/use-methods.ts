import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
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
    ...queryOf('getSignInMethods'),
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
