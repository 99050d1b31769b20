import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { endSession } from './session.ts'

/** Returns a function that signs the user out. */
export function useSignOut(): () => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => call('signOut'),
    onSuccess: () => endSession(queries),
  })
  return () => mutate()
}
