import { Icon } from '../../ui/icon/icon.tsx'
import { useHomeContent } from '../sections/use-home-content.ts'

/** The tools that credit is spent on, each with its public rate. */
export function Tools() {
  const { tools, toolsTitle } = useHomeContent()
  return (
    <section className="wrap tools" aria-labelledby="tools">
      <h2 id="tools">{toolsTitle}</h2>
      <ul>
        {tools.map(({ icon, name, text, rate }) => (
          <li key={name}>
            <Icon name={icon} />
            <h3>{name}</h3>
            <p>{text}</p>
            <span className="number">{rate}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
