import type { ReactNode } from 'react'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Position in the card of a narrow table: top left, top right, or a line with its heading. */
  place?: 'lead' | 'state' | 'line'
  /** Aligned right, for numbers. */
  kind?: 'money' | 'number'
  /** For buttons: the heading is visible to screen readers only; a narrow table shows them at the bottom. */
  isActions?: boolean
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table that becomes cards in a narrow container. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className="table-box">
      <table className="table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, kind, isActions }) => (
              <th key={head} scope="col" className={kind && 'right'}>
                {isActions ? <span className="unseen">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, cell, place = 'line', kind, isActions }) => (
                <td
                  key={head}
                  className={kind && `right ${kind}`}
                  data-label={place === 'line' && !isActions ? head : undefined}
                  data-place={place === 'line' ? undefined : place}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
