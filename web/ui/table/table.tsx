import type { ReactNode } from 'react'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Where a narrow table shows it: on top left, on top right, or in a line with its head. */
  place?: 'lead' | 'state' | 'line'
  /** Numbers stand at the right. */
  kind?: 'money' | 'number'
  /** Buttons: the head is only read aloud, a narrow table puts them at the foot. */
  isActions?: boolean
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table that becomes cards where its box is narrow. The roles keep it a table for screen readers then. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className="table-box">
      <table className="table" role="table">
        <caption className="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, kind, isActions }) => (
              <th key={head} scope="col" role="columnheader" className={kind && 'right'}>
                {isActions ? <span className="unseen">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ head, cell, place = 'line', kind, isActions }) => (
                <td
                  key={head}
                  role="cell"
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
