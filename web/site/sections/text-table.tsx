interface TextTableProps {
  caption: string
  columns: readonly string[]
  rows: readonly { name: string; values: readonly string[] }[]
  /** Highlights the first column. */
  isFirstLit?: boolean
}

/** A table of sentences; when narrow each row becomes a card. */
export function TextTable({ caption, columns, rows, isFirstLit = false }: TextTableProps) {
  const lit = (at: number) => (isFirstLit && at === 0 ? '' : undefined)
  return (
    <div className="table-box compare">
      <table className="table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">项目</span>
            </th>
            {columns.map((column, at) => (
              <th key={column} scope="col" data-best={lit(at)}>
                <strong>{column}</strong>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, at) => (
                <td key={columns[at]} data-label={columns[at]} data-best={lit(at)}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
