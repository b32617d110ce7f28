interface ArcProps {
  width: number
  height: number
  /** Number of points on the arc; even, so that the star is at the top. */
  count: number
  /** Radius of the points at the ends and beside the star. */
  endRadius: number
  topRadius: number
  /** Height of the picture below the ends of the arc. */
  foot?: number
  /** Space left and right of the arc. */
  side?: number
  /** Radius of the star. */
  star?: number
  /** Length of the two shores; without it none are drawn. */
  shore?: number
  className?: string
}

/** An arc of light points between two shores, with a star at the top. */
export function Arc({
  width,
  height,
  count,
  endRadius,
  topRadius,
  foot = 0,
  side = 14,
  star = 10,
  shore,
  className = 'arc',
}: ArcProps) {
  const middle = width / 2
  const top = star + 2
  const bottom = height - foot
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <ArcPoints
        middle={middle}
        bottom={bottom}
        reach={middle - side}
        rise={bottom - top}
        count={count}
        endRadius={endRadius}
        topRadius={topRadius}
        star={star}
      />
      {shore !== undefined && (
        <path
          className="shore"
          d={`M2 ${height - 2}h${shore}M${width - 2 - shore} ${height - 2}h${shore}`}
        />
      )}
    </svg>
  )
}

interface ArcPointsProps {
  middle: number
  bottom: number
  /** Half the width and the height of the arc. */
  reach: number
  rise: number
  count: number
  endRadius: number
  topRadius: number
  star: number
}

/** The points alone, for pictures that draw more than the arc. */
export function ArcPoints(arc: ArcPointsProps) {
  const { middle, bottom, reach, rise, count, endRadius, topRadius, star } = arc
  return (
    <>
      {Array.from({ length: count + 1 }, (_, at) => {
        if (at === count / 2) {
          return <path key={at} className="star" d={starPath(middle, bottom - rise, star)} />
        }
        const angle = (Math.PI * at) / count
        const height = Math.sin(angle)
        return (
          <circle
            key={at}
            cx={rounded(middle - reach * Math.cos(angle))}
            cy={rounded(bottom - rise * height)}
            r={rounded(endRadius + (topRadius - endRadius) * height ** 1.6)}
          />
        )
      })}
    </>
  )
}

/** A star of four points. */
export function starPath(x: number, y: number, radius: number): string {
  const waist = rounded(radius / 8)
  const [up, down] = [y - radius, y + radius]
  const [left, right] = [x - radius, x + radius]
  const corner = (dx: number, dy: number) => `${rounded(x + dx * waist)} ${rounded(y + dy * waist)}`
  return `M${x} ${up}Q${corner(1, -1)} ${right} ${y}Q${corner(1, 1)} ${x} ${down}Q${corner(-1, 1)} ${left} ${y}Q${corner(-1, -1)} ${x} ${up}z`
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** The small logo of seven points; while loading they light up one after another. */
export function ArcMark({ isLoading = false }: { isLoading?: boolean }) {
  return (
    <svg className={isLoading ? 'arc loading' : 'arc'} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="3.6" cy="22.3" r="1.5" />
      <circle cx="5.3" cy="16" r="1.8" />
      <circle cx="9.8" cy="11.4" r="2.3" />
      <path className="star" d={starPath(16, 8.9, 5.5)} />
      <circle cx="22.2" cy="11.4" r="2.3" />
      <circle cx="26.7" cy="16" r="1.8" />
      <circle cx="28.4" cy="22.3" r="1.5" />
      <path className="shore" d="M1.5 27.6H9M23 27.6h7.5" />
    </svg>
  )
}
