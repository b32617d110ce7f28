interface MeterProps {
  /** Shares of `total`, from the left. */
  parts: readonly { tone: string; value: number }[]
  total: number
}

/** A bar of parts; the numbers stand beside it. */
export function Meter({ parts, total }: MeterProps) {
  let x = 0
  return (
    <svg className="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className="tone-none" width="100" height="4" />
      {total > 0 &&
        parts.map(({ tone, value }) => {
          const begin = x
          const width = Math.round((value / total) * 10_000) / 100
          x += width
          return value > 0 && <rect key={tone} className={`tone-${tone}`} x={begin} width={width} height="4" />
        })}
    </svg>
  )
}
