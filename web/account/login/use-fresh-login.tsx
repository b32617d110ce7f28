import { type ReactNode, useState } from 'react'
import { CallError } from '../../lib/call/failure.ts'
import { ReauthDialog } from './reauth-dialog.tsx'

interface FreshLogin {
  /**
   * Makes a call (with `isQuiet`) that needs a login of the last minutes; where the login is older,
   * asks for the password and makes it once more. Undefined when the visitor would not.
   */
  guard: <T>(make: () => Promise<T>) => Promise<T | undefined>
  /** To be rendered beside what uses `guard`, outside its form. */
  dialog: ReactNode
}

/** For what an unwatched open browser must not do with the account of this e-mail. */
export function useFreshLogin(email: string): FreshLogin {
  const [settle, setSettle] = useState<(isFresh: boolean) => void>()

  async function guard<T>(make: () => Promise<T>): Promise<T | undefined> {
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
    guard,
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
