import { type RefObject, useRef } from 'react'
import { useKeys } from './use-keys.ts'

/**
 * Moves the focus through the rows of a table by j and k. Each row has an element with `data-row`, a link or
 * button, which Enter presses.
 */
export function useRowKeys<Box extends HTMLElement>(): RefObject<Box | null> {
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
  return box
}
