import { starPath } from '../../ui/icon/arc.tsx'

/** The two halves of the bridge that are left; four points and the star have fallen. */
const LEFT = points(0, 13)
const RIGHT = points(17, 31)

/** A broken bridge, for pages that cannot be shown. */
export function ErrorIllustration() {
  return (
    <svg className="arc lost-arc" viewBox="0 0 800 300" aria-hidden="true">
      {[...LEFT, ...RIGHT].map(([x, y, radius]) => (
        <circle key={x} cx={x} cy={y} r={radius} />
      ))}
      <g className="fallen">
        <circle cx="352" cy="150" r="3.4" />
        <circle cx="386" cy="204" r="3" />
        <circle cx="424" cy="178" r="3.2" />
        <circle cx="452" cy="236" r="2.6" />
      </g>
      <path className="star" d={starPath(405, 256, 13)} />
      <path className="shore" d="M4 282h120M676 282h120" />
    </svg>
  )
}

function points(from: number, to: number): [x: number, y: number, radius: number][] {
  return Array.from({ length: to - from }, (_, at) => {
    const angle = (Math.PI * (from + at)) / 30
    const height = Math.sin(angle)
    return [
      Math.round(4000 - 3600 * Math.cos(angle)) / 10,
      Math.round(2600 - 2200 * height) / 10,
      Math.round(14 + 26 * height ** 1.6) / 10,
    ]
  })
}
