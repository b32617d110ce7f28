const TONES = 4
/** The stripes across a lot after each round of tones, as shares of the height: which of twelve lots is which stays visible. */
const STRIPES: readonly (readonly [from: number, size: number][])[] = [
  [],
  [[0.36, 0.28]],
  [
    [0.2, 0.2],
    [0.6, 0.2],
  ],
]

interface LotMarkProps {
  /** The place of the lot, from 0. */
  at: number
  x?: number
  width: number
  height: number
}

/** A rectangle in the tone and stripes of a lot. */
export function LotMark({ at, x = 0, width, height }: LotMarkProps) {
  const stripes = STRIPES[Math.floor(at / TONES) % STRIPES.length] ?? []
  return (
    <>
      <rect className={`tone-${(at % TONES) + 1}`} x={x} width={width} height={height} />
      {stripes.map(([from, size]) => (
        <rect
          key={from}
          className="tone-stripe"
          x={x}
          y={from * height}
          width={width}
          height={size * height}
        />
      ))}
    </>
  )
}
