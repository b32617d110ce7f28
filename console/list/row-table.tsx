import { type ReactNode, useEffect, useRef } from 'react'
import { useRows } from '../lib/use-rows.ts'

export interface Column {
  head: string
  /** Of its cells too: `right`, and `w-mid` or `w-late` for those that narrow windows leave out. */
  className?: string
  /** For columns of buttons, whose heading only screen readers need. */
  isUnseen?: boolean
}

export function TableHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ head, className, isUnseen }) => (
          <th key={head} scope="col" className={className}>
            {isUnseen ? <span className="unseen">{head}</span> : head}
          </th>
        ))}
      </tr>
    </thead>
  )
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
      <TableHead columns={columns} />
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

/** A column with its cells: a text, cut where it is too long, or what is drawn. */
export interface RowColumn<Row> extends Column {
  /** Of its cells alone, such as their place on the card of a phone. */
  cell?: string
  /** All of a text that may be cut; null: a dash. */
  text?: (row: Row) => string | null
  draw?: (row: Row) => ReactNode
}

interface RowsTableProps<Row> {
  caption: string
  columns: readonly RowColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isMarked?: ((row: Row) => boolean) | undefined
}

export function RowsTable<Row>({ caption, columns, rows, keyOf, isMarked }: RowsTableProps<Row>) {
  return (
    <RowTable caption={caption} columns={columns}>
      {rows.map((row) => (
        <MarkedRow key={keyOf(row)} isMarked={isMarked?.(row) ?? false}>
          {columns.map(({ head, className, cell, text, draw }) => {
            const content = text?.(row) ?? null
            return (
              <td
                key={head}
                className={[className, cell, text && 'cut'].filter(Boolean).join(' ')}
                title={content ?? undefined}
              >
                {draw ? draw(row) : (content ?? <span className="faint dash">–</span>)}
              </td>
            )
          })}
        </MarkedRow>
      ))}
    </RowTable>
  )
}

/** A row that can be the one that the address names: it is marked, and scrolled to. */
function MarkedRow({ isMarked, children }: { isMarked: boolean; children: ReactNode }) {
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
