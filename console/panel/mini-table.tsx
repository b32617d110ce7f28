import type { ReactNode } from 'react'
import type { Column } from '../list/row-table.tsx'

interface MiniTableProps {
  caption: string
  columns: readonly Column[]
  /** Rows. */
  children: ReactNode
}

/** A small table inside a panel; narrow ones leave out cells of the class `wide-only`. */
export function MiniTable({ caption, columns, children }: MiniTableProps) {
  return (
    <div className="scroll-x">
      <table className="mini">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, className, isUnseen }) => (
              <th key={head} scope="col" className={className}>
                {isUnseen ? <span className="unseen">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
