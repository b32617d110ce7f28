interface MeterProps {
  /** Shares of `total`, from the left. */
  parts: readonly { tone: string; value: number }[]
  total: number
}

const WIDTH = 100

/** A bar of parts; the numbers stand beside it. */
export function Meter({ parts, total }: MeterProps) {
  const widthOf = (value: number) => Math.round((value / total) * WIDTH * 100) / 100
  const shown = total > 0 ? parts.filter(({ value }) => value > 0) : []
  return (
    <svg className="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className="tone-none" width={WIDTH} height="4" />
      {shown.map(({ tone, value }, at) => {
        const before = shown.slice(0, at).reduce((sum, part) => sum + part.value, 0)
        return (
          <rect
            key={tone}
            className={`tone-${tone}`}
            x={widthOf(before)}
            width={widthOf(value)}
            height="4"
          />
        )
      })}
    </svg>
  )
}
