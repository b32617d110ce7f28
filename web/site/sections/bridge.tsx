import { starPath } from '../../ui/icon/arc.tsx'

/** The bridge of points over the first words of a page: one for wide windows, one for phones. */
export function Bridge() {
  return (
    <>
      <svg className="bridge wide-only" viewBox="0 0 1200 600" aria-hidden="true">
        <defs>
          <linearGradient id="shores" gradientUnits="userSpaceOnUse" x1="0" y1="32" x2="0" y2="572">
            <stop className="bridge-top" offset="0.2" />
            <stop className="bridge-foot" offset="1" />
          </linearGradient>
        </defs>
        <Comet way="M150 572C150 150 230 32 600 32S1050 150 1050 572" />
        <path
          className="bridge-points"
          stroke="url(#shores)"
          d="M570 32C230 32 150 150 150 572M630 32C970 32 1050 150 1050 572"
        />
        <path className="bridge-star" d={starPath(600, 32, 20)} />
      </svg>
      <svg
        className="bridge narrow-only"
        viewBox="0 0 390 90"
        preserveAspectRatio="xMidYMin slice"
        aria-hidden="true"
      >
        <path
          className="bridge-points"
          d="M172 30C90 30 -20 40 -60 84M218 30C300 30 410 40 450 84"
        />
        <path className="bridge-star" d={starPath(195, 30, 18)} />
      </svg>
    </>
  )
}

/** A light that moves along a path: a long tail, a short tail and a head. */
export function Comet({ way }: { way: string }) {
  return (
    <g className="comet">
      <path pathLength="100" d={way} />
      <path pathLength="100" d={way} />
      <path pathLength="100" d={way} />
    </g>
  )
}
