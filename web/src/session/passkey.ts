import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { call, type Result } from '../api/client.ts'
import { importReachable } from '../api/connection.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.passkeys

const loadWebauthn = () => importReachable(() => import('@simplewebauthn/browser'))

/** True if the browser has passkeys for the address of this page: its host must have a name. */
export function canUsePasskeys(): boolean {
  const { hostname } = location
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(hostname)
}

/** Has the browser make a passkey, which the user allows. Loads what it needs on first use. */
export async function makePasskey(options: Result<'beginPasskey'>) {
  const { startRegistration } = await loadWebauthn()
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const { id, response } = await startRegistration({ optionsJSON }).catch(explain)
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON, attestationObject }
}

/** Signs in by a passkey: of whoever has one, or of the user who has proved the password. */
export async function signInByPasskey(token: string | undefined): Promise<void> {
  const options = await call('beginPasskeySignIn', { body: token === undefined ? {} : { token } })
  const { startAuthentication } = await loadWebauthn()
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const { id, response } = await startAuthentication({ optionsJSON }).catch(explain)
  const { clientDataJSON, authenticatorData, signature } = response
  await call('finishPasskeySignIn', { body: { id, clientDataJSON, authenticatorData, signature } })
}

/** What browsers throw, in words of users. They do not tell whether there was no passkey. */
const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: texts.notAllowed,
  AbortError: texts.notAllowed,
  InvalidStateError: texts.known,
  SecurityError: texts.wrongHost,
  NotSupportedError: texts.notSupported,
}

function explain(error: unknown): never {
  const reason = error instanceof Error ? REASONS[error.name] : undefined
  throw reason === undefined ? error : new Error(reason, { cause: error })
}
