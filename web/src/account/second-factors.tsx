import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../api/query.ts'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { accountTexts as texts } from '../messages/en-account.ts'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Section } from './section.tsx'

/** The passkeys of the user, the authenticator app, and the recovery codes of both. */
export function SecondFactors() {
  const { data, error, refetch } = useQuery(queryOf('listSecondFactors'))
  const [codes, setCodes] = useState<readonly string[]>()
  if (!data) {
    return (
      <Section title={texts.passkeys}>
        {error ? <Failure error={error} retry={() => void refetch()} /> : <Loading lines={4} />}
      </Section>
    )
  }
  return (
    <>
      <Passkeys of={data} onCodes={setCodes} />
      <AuthenticatorApp of={data} onCodes={setCodes} />
      <RecoveryCodes of={data} codes={codes} onCodes={setCodes} />
    </>
  )
}
