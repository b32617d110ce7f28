import type { ComponentProps, ReactNode } from 'react'
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
  /** `Row`s. */
  children: ReactNode
}

/** A dense table whose rows j and k walk through; cards on a phone. */
export function RowTable({ caption, columns, children }: RowTableProps) {
  const box = useRows<HTMLTableElement>()
  return (
    <table className="row-table" role="table" ref={box}>
      <caption className="unseen">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head, className, isUnseen }) => (
            <th key={head} scope="col" role="columnheader" className={className}>
              {isUnseen ? <span className="unseen">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}

export function Row(props: ComponentProps<'tr'>) {
  return <tr role="row" {...props} />
}

export function Cell(props: ComponentProps<'td'>) {
  return <td role="cell" {...props} />
}

/** A text that is cut where it is too long, with all of it as its title; a dash for none. */
export function CutCell({ text, className = '' }: { text: string | null; className?: string }) {
  return (
    <Cell className={`${className} cut`} title={text ?? undefined}>
      {text ?? <span className="faint dash">–</span>}
    </Cell>
  )
}
