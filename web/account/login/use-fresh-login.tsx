import { type ReactNode, useState } from 'react'
import { CallError } from '../../lib/call/failure.ts'
import { ReauthDialog } from './reauth-dialog.tsx'

interface FreshLogin {
  /**
   * Makes a call (with `isQuiet`) that requires a recent login. When the login is too old, asks for the
   * password and makes the call again. Resolves to undefined when the user cancels.
   */
  callWithFreshLogin: <T>(make: () => Promise<T>) => Promise<T | undefined>
  /** Render it beside the form or button that uses `callWithFreshLogin`, outside of the form. */
  dialog: ReactNode
}

/** For actions that someone at an unattended browser must not be able to do. */
export function useFreshLogin(email: string): FreshLogin {
  const [settle, setSettle] = useState<(isFresh: boolean) => void>()

  async function callWithFreshLogin<T>(make: () => Promise<T>): Promise<T | undefined> {
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'REAUTH')) throw error
    }
    const isFresh = await new Promise<boolean>((resolve) => setSettle(() => resolve))
    return isFresh ? make() : undefined
  }

  function end(isFresh: boolean) {
    settle?.(isFresh)
    setSettle(undefined)
  }

  return {
    callWithFreshLogin,
    dialog: (
      <ReauthDialog
        email={email}
        isOpen={settle !== undefined}
        onClose={() => end(false)}
        onDone={() => end(true)}
      />
    ),
  }
}
