import { type RefObject, useEffect, useRef } from 'react'
import { useKeys } from './use-keys.ts'

/** What a row opens: a link, or a button that shows a dialog of the row. Other buttons act, so only they are pressed. */
const OPENS = 'a[data-row], [data-row][aria-haspopup="dialog"]'

/**
 * Moves the focus through the rows of a table by j and k. A row may have an element with `data-row`, a link or button,
 * which Enter presses; a click anywhere in the row opens what it leads to.
 */
export function useRows<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null)
  useKeys((key) => {
    if (key !== 'j' && key !== 'k') return false
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const here = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement))
    const next = here === -1 ? 0 : here + (key === 'j' ? 1 : -1)
    rows[next]?.focus()
    rows[next]?.scrollIntoView({ block: 'nearest' })
    return rows.length > 0
  })
  useEffect(() => {
    const table = box.current
    table?.addEventListener('click', openRow)
    return () => table?.removeEventListener('click', openRow)
  }, [])
  return box
}

function openRow({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey || altKey) return
  const isOwn = target.closest('a, button, input, select, label, summary, [popover]') !== null
  if (isOwn || hasSelectedText()) return
  target.closest('tr')?.querySelector<HTMLElement>(OPENS)?.click()
}

function hasSelectedText(): boolean {
  return document.getSelection()?.isCollapsed === false
}
