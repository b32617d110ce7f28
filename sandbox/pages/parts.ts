import { html, type Html } from './html.ts'
import { formatTime, type Label } from './labels.ts'

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

/** Names with their values; an empty value is left out. */
export function definitionList(
  all: readonly [name: string, value: string | null | undefined][],
): Html {
  return html`<dl class="rows">
    ${all.map(([name, value]) =>
      value
        ? html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`
        : null,
    )}
  </dl>`
}

/** A label in the colour of its tone. */
export function statusTag({ text, tone }: Label): Html {
  return html`<span class="tag" data-tone="${tone}">${text}</span>`
}

export function timeElement(ms: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${formatTime(ms)}</time>`
}

export function emptyNote(text: string): Html {
  return html`<p class="empty">${text}</p>`
}

/** A text with a note under it, when there is one. */
export function withNote(main: Html | string, note: Html | string | null | undefined): Html {
  return html`<div>${main}${note ? html`<span class="faint">${note}</span>` : null}</div>`
}
