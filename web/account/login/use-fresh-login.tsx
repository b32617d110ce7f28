import { type ComponentType, type ReactNode, useState } from 'react'
import { CallError } from '../../lib/call/classify-failure.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'
import type { ReauthDialogProps } from './reauth-dialog-props.ts'

type Dialog = ComponentType<ReauthDialogProps>

/** The dialog that each refusal asks for. */
const DIALOGS: Readonly<Record<string, () => Promise<Dialog>>> = {
  REAUTH: async () => (await import('./reauth-dialog.tsx')).ReauthDialog,
  SECOND_FACTOR_REQUIRED: async () =>
    (await import('../second-factor/proof-dialog.tsx')).ProofDialog,
}

interface FreshLogin {
  /**
   * Makes a call (with `isQuiet`) that requires a recent login or proof of the second factor. When it is too old, asks
   * for it and makes the call again. Resolves to undefined when the user cancels or the dialog fails to load.
   */
  callWithFreshLogin: <T>(make: () => Promise<T>) => Promise<T | undefined>
  /** Render it beside the form or button that uses `callWithFreshLogin`, outside of the form. */
  dialog: ReactNode
}

/** For actions that someone at an unattended browser must not be able to do. The dialogs are loaded when needed. */
export function useFreshLogin(email: string): FreshLogin {
  const [asked, setAsked] = useState<{ Dialog: Dialog }>()
  const [settle, setSettle] = useState<(isFresh: boolean) => void>()

  async function callWithFreshLogin<T>(make: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      let load: (() => Promise<Dialog>) | undefined
      try {
        return await make()
      } catch (error) {
        load = error instanceof CallError ? DIALOGS[error.code] : undefined
        if (load === undefined) throw error
      }
      if (!(await ask(load))) return undefined
    }
  }

  async function ask(load: () => Promise<Dialog>): Promise<boolean> {
    try {
      setAsked({ Dialog: await loadChunk(load) })
    } catch {
      toast('确认框加载失败，请检查网络后重试', 'bad')
      return false
    }
    return new Promise<boolean>((resolve) => setSettle(() => resolve))
  }

  function end(isFresh: boolean) {
    settle?.(isFresh)
    setSettle(undefined)
  }

  return {
    callWithFreshLogin,
    dialog: asked && (
      <asked.Dialog
        email={email}
        isOpen={settle !== undefined}
        onClose={() => end(false)}
        onDone={() => end(true)}
      />
    ),
  }
}
