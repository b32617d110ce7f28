import { ArcPoints } from '../../ui/icon/arc.tsx'

/**
 * A bridge that lights up: `asking` animates its first half, `wait` shows it lit, `good` lights the whole,
 * `bad` breaks off, `quiet` stays dark.
 */
export type ArcState = 'asking' | 'wait' | 'good' | 'bad' | 'quiet'

export function ResultArc({ state }: { state: ArcState }) {
  return (
    <svg className="arc result-arc" data-kind={state} viewBox="0 0 176 84" aria-hidden="true">
      <ArcPoints
        middle={88}
        bottom={74}
        reach={74}
        rise={62}
        count={20}
        endRadius={1.4}
        topRadius={3}
        star={10}
      />
      <path className="shore" d="M2 81h24M150 81h24" />
    </svg>
  )
}
