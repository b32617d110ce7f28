import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls back for keys pressed outside of fields and dialogs, without modifier keys. The callback returns whether
 * it used the key.
 */
export function useKeys(onKey: (key: string) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event) || isTyping(event)) return
    if (onKey(event.key)) event.preventDefault()
  })
  // heard as soon as what it moves through is on the screen
  useLayoutEffect(() => {
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.matches('input, select, textarea')
  return ctrlKey || metaKey || altKey || isField || document.querySelector('dialog[open]') !== null
}

/** Whether a key belongs to an input method, as the Enter that ends a composition. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}
