import { ArcPoints } from '../ui/arc.tsx'

/** x, y and radius of the faint stars that only the night shows. */
const STARS: readonly (readonly [number, number, number])[] = [
  [506, 12, 1.3],
  [996, 61, 0.8],
  [1554, 166, 1.4],
  [1575, 232, 0.6],
  [1259, 240, 1],
  [837, 24, 0.6],
  [1410, 89, 1.1],
  [248, 187, 0.6],
  [152, 246, 0.7],
  [1048, 240, 0.7],
  [1141, 52, 0.8],
  [210, 14, 1.1],
  [955, 218, 0.6],
  [1257, 74, 0.7],
  [1061, 320, 0.9],
  [1053, 336, 1.2],
  [905, 412, 0.5],
  [789, 421, 1.4],
  [1086, 178, 1],
  [536, 94, 1.2],
  [1220, 132, 1.3],
  [1368, 141, 1.1],
  [1371, 403, 0.9],
  [1530, 193, 0.5],
  [835, 159, 0.6],
  [1168, 306, 1.2],
  [185, 269, 1.3],
  [28, 299, 1],
  [244, 102, 1],
  [990, 253, 1],
  [181, 329, 0.8],
  [349, 140, 1.3],
  [721, 70, 0.7],
  [921, 136, 1.1],
]

/** The bridge of stars over water: one drawing for wide windows, one for phones. */
export function HeroSky() {
  return (
    <>
      <svg
        className="sky wide-only"
        viewBox="0 0 1600 760"
        preserveAspectRatio="xMidYMin slice"
        aria-hidden="true"
      >
        <defs>
          <radialGradient id="glow" cx="50%" cy="0" r="62%" fy="2%">
            <stop className="glow-in" offset="0" />
            <stop className="glow-out" offset="1" />
          </radialGradient>
          <linearGradient id="far" x1="0" y1="0" x2="0" y2="1">
            <stop className="hill-top" offset="0" />
            <stop className="hill-foot" offset="1" />
          </linearGradient>
        </defs>
        <rect width="1600" height="760" fill="url(#glow)" />
        <g className="night-stars">
          {STARS.map(([x, y, radius]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
          ))}
        </g>
        <path
          className="hill"
          fill="url(#far)"
          d="M0 560C60 552 96 520 150 528s74 44 128 56 110 16 182 36H0z"
        />
        <path
          className="hill"
          fill="url(#far)"
          d="M1600 540c-70 6-104-22-160-10s-84 52-150 62-96 10-150 28h460z"
        />
        <g className="water">
          <path d="M60 640h300M1240 640h300M140 662h150M1330 662h170M20 684h120M1460 684h100" />
        </g>
        <path className="arc-trail" d="M190 620C190 307.4 463 54 800 54s610 253.4 610 566" />
        <g className="arc arc-sky">
          <ArcPoints
            middle={800}
            bottom={620}
            reach={610}
            rise={566}
            count={56}
            from={1.4}
            to={4.6}
            star={22}
          />
        </g>
        <path
          className="arc-comet"
          pathLength="100"
          d="M190 620C190 307.4 463 54 800 54s610 253.4 610 566"
        />
      </svg>
      <svg
        className="sky narrow-only"
        viewBox="0 0 390 420"
        preserveAspectRatio="xMidYMin slice"
        aria-hidden="true"
      >
        <g className="arc arc-sky">
          <ArcPoints
            middle={195}
            bottom={210}
            reach={214}
            rise={178}
            count={32}
            from={1.2}
            to={3}
            star={13}
          />
        </g>
      </svg>
    </>
  )
}
