import { ArcPoints } from '../../ui/icon/arc.tsx'
import { Comet } from './arcs.tsx'

/** x, y and radius of the faint stars in the dark scheme. */
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

/** The path of the light along the bridge. */
const WIDE_WAY = 'M190 620A610 566 0 0 1 1410 620'
const NARROW_WAY = 'M-19 210A214 178 0 0 1 409 210'

/** Dust along the bridge: the same path with an offset and a dash pattern. */
const DUST: readonly (readonly [out: number, grain: number, rhythm: string])[] = [
  [-24, 1.6, '0 9 0 26 0 14 0 41'],
  [-11, 1.2, '0 17 0 8 0 33'],
  [13, 1.4, '0 12 0 29 0 7 0 19'],
  [27, 1.1, '0 23 0 11 0 47'],
  [44, 1.3, '0 31 0 18 0 64'],
]

/** The picture of the bridge over water: one for wide windows, one for phones. */
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
          <radialGradient id="halo">
            <stop className="halo-in" offset="0" />
            <stop className="halo-mid" offset="0.4" />
            <stop className="halo-out" offset="1" />
          </radialGradient>
        </defs>
        <rect width="1600" height="760" fill="url(#glow)" />
        <g className="night-stars">
          {STARS.map(([x, y, radius]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
          ))}
        </g>
        <g className="hill" fill="url(#far)">
          <path d="M0 500c46-14 70 18 112 34s66 8 104 34 92 30 134 52H0z" />
          <path d="M0 566c50-10 84 6 126 14s64 28 118 40H0z" />
          <path d="M1600 486c-52-8-78 26-120 40s-70 14-108 40-84 34-122 54h350z" />
          <path d="M1600 560c-46-6-92 14-130 22s-70 28-116 38h246z" />
        </g>
        <g className="water">
          <path d="M84 632h212M126 643h132M150 655h78M170 668h38M184 681h12" />
          <path d="M1304 632h212M1346 643h132M1370 655h78M1390 668h38M1404 681h12" />
        </g>
        <circle className="halo" cx="800" cy="54" r="110" fill="url(#halo)" />
        <g className="dust">
          {DUST.map(([out, grain, rhythm]) => (
            <path
              key={out}
              d={`M${190 - out} 620A${610 + out} ${566 + out} 0 0 1 ${1410 + out} 620`}
              strokeWidth={grain}
              strokeDasharray={rhythm}
            />
          ))}
        </g>
        <path className="arc-trail" d={WIDE_WAY} />
        <g className="arc arc-sky">
          <ArcPoints
            middle={800}
            bottom={620}
            reach={610}
            rise={566}
            count={56}
            endRadius={1.4}
            topRadius={4.6}
            star={24}
          />
        </g>
        <Comet way={WIDE_WAY} />
      </svg>
      <svg
        className="sky narrow-only"
        viewBox="0 0 390 420"
        preserveAspectRatio="xMidYMin slice"
        aria-hidden="true"
      >
        <defs>
          <radialGradient id="narrow-halo">
            <stop className="halo-in" offset="0" />
            <stop className="halo-mid" offset="0.4" />
            <stop className="halo-out" offset="1" />
          </radialGradient>
        </defs>
        <circle className="halo" cx="195" cy="32" r="56" fill="url(#narrow-halo)" />
        <g className="arc arc-sky">
          <ArcPoints
            middle={195}
            bottom={210}
            reach={214}
            rise={178}
            count={32}
            endRadius={1.2}
            topRadius={3}
            star={13}
          />
        </g>
        <Comet way={NARROW_WAY} />
      </svg>
    </>
  )
}
