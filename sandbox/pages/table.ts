import { html, type Html } from './html.ts'

type Cell = Html | string | number

/** A column: its heading, and its place once the table is narrow and becomes cards. */
export interface Column<Row> {
  name: string
  place?: 'lead' | 'state' | 'action'
  isMoney?: boolean
  cell(row: Row): Cell
}

/** A table that becomes a list of cards where there is little room. */
export function htmlTable<Row>(label: string, columns: Column<Row>[], rows: Row[]): Html {
  return html`<div class="table-box">
    <table aria-label="${label}">
      <thead>
        <tr>
          ${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
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
    data-label="${label}"
    data-place="${place ?? ''}"
    class="${isMoney ? 'money' : ''}"
  >
    ${cell(row)}
  </td>`
}
