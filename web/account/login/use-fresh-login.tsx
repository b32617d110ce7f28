import { type ReactNode, useState } from 'react'
import { CallError } from '../../lib/call/classify-failure.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'

const loadDialog = () => loadChunk(() => import('./reauth-dialog.tsx'))

interface FreshLogin {
  /**
   * Makes a call (with `isQuiet`) that requires a recent login. When the login is too old, asks for the
   * password and makes the call again. Resolves to undefined when the user cancels or the dialog fails to load.
   */
  callWithFreshLogin: <T>(make: () => Promise<T>) => Promise<T | undefined>
  /** Render it beside the form or button that uses `callWithFreshLogin`, outside of the form. */
  dialog: ReactNode
}

/** For actions that someone at an unattended browser must not be able to do. The dialog is loaded when it is needed. */
export function useFreshLogin(email: string): FreshLogin {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadDialog>>>()
  const [settle, setSettle] = useState<(isFresh: boolean) => void>()

  async function callWithFreshLogin<T>(make: () => Promise<T>): Promise<T | undefined> {
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'REAUTH')) throw error
    }
    try {
      setLoaded(await loadDialog())
    } catch {
      toast('没能打开密码框，请检查网络，再试一次', 'bad')
      return undefined
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
    dialog: loaded && (
      <loaded.ReauthDialog
        email={email}
        isOpen={settle !== undefined}
        onClose={() => end(false)}
        onDone={() => end(true)}
      />
    ),
  }
}
