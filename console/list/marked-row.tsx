import { type ReactNode, useEffect, useRef } from 'react'

/** A row that can be the one that the address names: it is marked, and scrolled to. */
export function MarkedRow({ isMarked, children }: { isMarked: boolean; children: ReactNode }) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'center' })
  }, [isMarked])
  return (
    <tr ref={row} aria-current={isMarked || undefined}>
      {children}
    </tr>
  )
}
