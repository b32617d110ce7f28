import type { FigureTable as Table } from '#contract/content/content.ts'

interface FigureTableProps {
  table: Table
  isTitleShown?: boolean
}

/** Ruled lines, the first column names, figures to the right. */
export function FigureTable({ table, isTitleShown = false }: FigureTableProps) {
  const { title, columns, rows } = table
  return (
    <table className="ruled">
      <caption className={isTitleShown ? undefined : 'unseen'}>{title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, at) => (
              <td key={columns[at + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
