import { html, type Html } from './html.ts'

type Cell = Html | string | number

/** A column: its heading, and its place once the table is narrow and becomes cards. */
export interface Column<Row> {
  name: string
  place?: 'lead' | 'state' | 'action'
  isMoney?: boolean
  cell(row: Row): Cell
}

/** A table that becomes a list of cards where there is little room; its roles are written out, because they would be lost then. */
export function htmlTable<Row>(label: string, columns: Column<Row>[], rows: Row[]): Html {
  return html`<div class="table-box">
    <table role="table" aria-label="${label}">
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(({ name }) => html`<th role="columnheader" scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (row) =>
            html`<tr role="row">
              ${columns.map((column) => cellOf(column, row))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function cellOf<Row>({ name, place, isMoney, cell }: Column<Row>, row: Row): Html {
  const label = place === undefined ? name : ''
  return html`<td
    role="cell"
    data-label="${label}"
    data-place="${place ?? ''}"
    class="${isMoney ? 'money' : ''}"
  >
    ${cell(row)}
  </td>`
}
