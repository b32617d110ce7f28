import { Icon } from '../../ui/icon/icon.tsx'

/** A list with check marks. */
export function CheckList({ points }: { points: readonly string[] }) {
  return (
    <ul className="ticks">
      {points.map((point) => (
        <li key={point}>
          <Icon name="check" />
          {point}
        </li>
      ))}
    </ul>
  )
}
