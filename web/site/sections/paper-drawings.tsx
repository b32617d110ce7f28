import { ArcPoints } from '../../ui/icon/arc.tsx'

/** Drawing of a page with title, text, figure and table. */
function Sheet({ x, isDone = false }: { x: number; isDone?: boolean }) {
  return (
    <g className={isDone ? 'leaf done' : 'leaf'} transform={`translate(${x} 8)`}>
      <rect className="paper" width="136" height="150" rx="6" />
      <path className="title" d="M14 20h58" />
      <path d="M14 36h108M14 47h100M14 58h72" />
      <rect className="figure" x="14" y="70" width="52" height="36" rx="3" />
      <path className="curve" d="M20 99l9-9 8 5 11-15 12 7" />
      <path d="M76 74h46M76 85h46M76 96h28" />
      <path className="grid" d="M14 117.5h108M14 128.5h108M14 139.5h108M52 117.5v22M88 117.5v22" />
    </g>
  )
}

/** Drawing of a page and its translation with the same layout. */
export function TranslationDrawing() {
  return (
    <svg className="arc sheet-pair" viewBox="0 0 440 166">
      <Sheet x={2} />
      <Sheet x={302} isDone />
      <ArcPoints
        middle={220}
        bottom={98}
        reach={66}
        rise={28}
        count={16}
        endRadius={1.2}
        topRadius={2.4}
        star={9}
      />
    </svg>
  )
}

/** Drawing of a report page with the highlighted row of the answer. */
export function ReportDrawing() {
  return (
    <svg className="sheet-read" viewBox="0 0 140 260">
      <g className="leaf" transform="translate(2 8)">
        <rect className="paper" width="136" height="244" rx="6" />
        <path className="title" d="M14 22h72" />
        <path d="M14 40h108M14 52h108M14 64h84" />
        <rect className="lit-row" x="8" y="112" width="120" height="22" rx="4" />
        <path
          className="grid"
          d="M14 84.5h108M14 106.5h108M14 139.5h108M14 161.5h108M58 84.5v77M92 84.5v77"
        />
        <path d="M20 95.5h22M20 123h26M20 150.5h20M66 95.5h16M66 123h18M66 150.5h14M100 95.5h16M100 123h18M100 150.5h12" />
        <path d="M14 182h108M14 194h100M14 206h108M14 218h48" />
      </g>
    </svg>
  )
}
