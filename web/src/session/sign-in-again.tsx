import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import classes from './entry-card.module.css'
import { forgetSession, renewSession } from './session.ts'
import { SignInCard } from './sign-in.tsx'

/** The time after which the pages, and everything typed into them, are forgotten. */
const FORGET_MS = 3_600_000

/**
 * Covers the pages after the session is over, so that what was typed in them and in their dialogs
 * is there again after the sign-in. Everything below cannot be seen, reached or found.
 */
export function SignInAgain() {
  const queries = useQueryClient()
  const cover = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    cover.current?.showModal()
    const timer = setTimeout(() => forgetSession(queries), FORGET_MS)
    // Perhaps the user has signed in again in another tab.
    const checkSession = (): void => void renewSession(queries).catch(() => undefined)
    addEventListener('focus', checkSession)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', checkSession)
    }
  }, [queries])
  return createPortal(
    <dialog
      ref={cover}
      className={classes.cover}
      onCancel={(event) => event.preventDefault()}
      // The Escape key would close a dialog below.
      onFocus={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
    >
      <SignInCard />
    </dialog>,
    document.body,
  )
}
