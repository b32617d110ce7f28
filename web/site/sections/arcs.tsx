import { ArcPoints } from '../../ui/icon/arc.tsx'

/** The wide arc behind the closing section. */
export function CallToActionArc() {
  return (
    <svg
      className="arc closing-arc"
      viewBox="0 0 1200 420"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <ArcPoints
        middle={600}
        bottom={412}
        reach={540}
        rise={380}
        count={48}
        endRadius={1.2}
        topRadius={4}
        star={17}
      />
    </svg>
  )
}

/** The low arc behind the title of a page without a picture: one for wide windows, one for phones. */
export function PlainArc() {
  return (
    <>
      <svg
        className="arc plain-arc wide-only"
        viewBox="0 0 1200 300"
        preserveAspectRatio="xMidYMin slice"
        aria-hidden="true"
      >
        <ArcPoints
          middle={600}
          bottom={330}
          reach={620}
          rise={300}
          count={64}
          endRadius={1}
          topRadius={3}
          star={15}
        />
      </svg>
      <svg className="arc plain-arc narrow-only" viewBox="0 0 390 140" aria-hidden="true">
        <ArcPoints
          middle={195}
          bottom={150}
          reach={205}
          rise={130}
          count={36}
          endRadius={0.9}
          topRadius={2.4}
          star={11}
        />
      </svg>
    </>
  )
}

/** Two arcs that connect the three steps. */
export function StepsArc() {
  const span = {
    bottom: 100,
    reach: 176,
    rise: 84,
    count: 20,
    endRadius: 1.2,
    topRadius: 3,
    star: 11,
  }
  return (
    <svg className="arc steps-arc" viewBox="0 0 1200 110" aria-hidden="true">
      <ArcPoints middle={393.5} {...span} />
      <ArcPoints middle={806.5} {...span} />
    </svg>
  )
}

/** An animated light that moves along a path: a long tail, a short tail and a head. */
export function Comet({ way }: { way: string }) {
  return (
    <g className="comet">
      <path pathLength="100" d={way} />
      <path pathLength="100" d={way} />
      <path pathLength="100" d={way} />
    </g>
  )
}
