import { formatCredit } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { useHomeContent } from '../sections/use-home-content.ts'

/** A photo, the table it becomes, and an answer about it, each with its price. It moves once. */
export function DrawnScene() {
  const { creditUnit, welcomeCredit } = useSite()
  const { label, photo, table, chat } = useHomeContent().scene
  const cost = table.credit + chat.credit
  return (
    <div className="wrap scene" role="group" aria-label={label}>
      <figure>
        <img src={`/brand/${photo.file}`} alt={photo.text} width="800" height="1050" />
        <span className="scan-line" aria-hidden="true" />
        <figcaption>{photo.name}</figcaption>
      </figure>
      <div className="scene-table">
        <table className="ruled">
          <caption>
            <b>{photo.name}</b>
            <span>{table.size}</span>
          </caption>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, at) => (
                  <td key={table.columns[at + 1]} className="number">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            {table.sums.map(([name, value]) => (
              <tr key={name}>
                <th scope="row" colSpan={table.columns.length - 1}>
                  {name}
                </th>
                <td className="number">{value}</td>
              </tr>
            ))}
          </tfoot>
        </table>
        <Cost what={table.what} credit={table.credit} />
      </div>
      <div className="scene-chat">
        <p className="scene-question">{chat.question}</p>
        <div className="scene-answer">
          {chat.answer.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <Cost what={chat.what} credit={chat.credit} />
        <p className="scene-balance">
          共 {formatCredit(cost)} {creditUnit}
          {welcomeCredit && `，余额 ${formatCredit(welcomeCredit.amount - cost)}`}
        </p>
      </div>
    </div>
  )
}

function Cost({ what, credit }: { what: string; credit: number }) {
  const { creditUnit } = useSite()
  return (
    <p className="scene-cost">
      <span>{what}</span>
      <b>
        {formatCredit(credit)} {creditUnit}
      </b>
    </p>
  )
}
