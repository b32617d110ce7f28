import { formatCredit } from '../../lib/format/money.ts'
import { useHomeContent } from '../sections/use-home-content.ts'

/** The movements of an example account with the balances that follow. */
export function Statement() {
  const { title, text, caption, rows } = useHomeContent().statement
  const balances = rows.map((_, at) =>
    rows.slice(0, at + 1).reduce((sum, { delta }) => sum + delta, 0),
  )
  return (
    <section className="wrap block statement" aria-labelledby="statement">
      <header>
        <h2 id="statement">{title}</h2>
        <p className="soft">{text}</p>
      </header>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">时间</th>
            <th scope="col">事项</th>
            <th scope="col">变动</th>
            <th scope="col">余额</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ when, what, note, delta }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows do not change
            <tr key={at} data-kind={delta > 0 ? 'in' : undefined}>
              <td>
                <time>{when}</time>
              </td>
              <th scope="row">
                {what}
                <small>{note}</small>
              </th>
              <td className="number">{formatCredit(delta, true)}</td>
              <td className="number">{formatCredit(balances[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
