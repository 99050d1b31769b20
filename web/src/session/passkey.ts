import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError } from '../api/api-error.ts'
import { call, type Result } from '../api/client.ts'
import { importReachable } from '../api/connection.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.passkeys

const loadWebauthn = () => importReachable(() => import('@simplewebauthn/browser'))

/** True if the browser supports passkeys at this address: the host must have a name. */
export function canUsePasskeys(): boolean {
  const { hostname } = location
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(hostname)
}

/** Lets the browser create a passkey, with the consent of the user. Loads its code on first use. */
export async function makePasskey(options: Result<'beginPasskey'>) {
  const { startRegistration } = await loadWebauthn()
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const { id, response } = await startRegistration({ optionsJSON }).catch(explain)
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON, attestationObject }
}

/** Signs in by any passkey, or by one of the user who has entered the password. */
export async function signInByPasskey(token: string | undefined): Promise<void> {
  const options = await call('beginPasskeySignIn', { body: token === undefined ? {} : { token } })
  await call('finishPasskeySignIn', { body: await signChallenge(options) })
}

/**
 * Does an act. If the service requires a passkey first, asks for it and does the act again: the
 * refused attempt changed nothing.
 */
export async function withStepUp<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== STEP_UP_REQUIRED) throw error
  }
  await call('finishStepUp', { body: await signChallenge(await call('beginStepUp')) })
  return await act()
}

const STEP_UP_REQUIRED = 'STEP_UP_REQUIRED'

/** Lets a passkey sign a challenge, with the consent of the user. */
async function signChallenge(options: Result<'beginPasskeySignIn' | 'beginStepUp'>) {
  const { startAuthentication } = await loadWebauthn()
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const { id, response } = await startAuthentication({ optionsJSON }).catch(explain)
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

/** The errors of browsers, in words for users. No error says that the user has no passkey. */
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
