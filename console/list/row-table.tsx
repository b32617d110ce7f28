import type { ReactNode } from 'react'
import { useRows } from '../lib/use-rows.ts'

export interface Column {
  head: string
  /** Of its cells too: `right`, and `w-mid` or `w-late` for those that narrow windows leave out. */
  className?: string
  /** For columns of buttons, whose heading only screen readers need. */
  isUnseen?: boolean
}

interface RowTableProps {
  caption: string
  columns: readonly Column[]
  /** Rows. */
  children: ReactNode
}

/** A dense table whose rows j and k walk through; cards on a phone. */
export function RowTable({ caption, columns, children }: RowTableProps) {
  const box = useRows<HTMLTableElement>()
  return (
    <table className="row-table" ref={box}>
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
  )
}

/** A text that is cut where it is too long, with all of it as its title; a dash for none. */
export function CutCell({ text, className = '' }: { text: string | null; className?: string }) {
  return (
    <td className={`${className} cut`} title={text ?? undefined}>
      {text ?? <span className="faint dash">–</span>}
    </td>
  )
}
