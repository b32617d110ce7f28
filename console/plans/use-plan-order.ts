import { useState } from 'react'
import type { ConsolePlan } from '#contract/console/plan-shapes.ts'

interface PlanOrder {
  /** In the order that is not saved yet. */
  plans: readonly ConsolePlan[]
  isChanged: boolean
  ids: readonly string[]
  /** Puts the plan into the place of another one, which moves aside. */
  moveTo: (id: string, place: string) => void
  /** Moves the plan up (−1) or down (1). */
  moveBy: (id: string, by: -1 | 1) => void
  reset: () => void
  /** What the last move did, for screen readers. */
  spoken: string
}

/** The order of the plans as it is changed by dragging and by keyboard, before it is saved. */
export function usePlanOrder(stored: readonly ConsolePlan[]): PlanOrder {
  const storedIds = stored.map(({ id }) => id)
  const [ids, setIds] = useState<readonly string[]>(storedIds)
  const [spoken, setSpoken] = useState('')

  function move(id: string, to: number) {
    const at = ids.indexOf(id)
    if (at === -1 || to === at || to < 0 || to >= ids.length) return
    const moved = ids.filter((each) => each !== id).toSpliced(to, 0, id)
    setIds(moved)
    const name = stored.find((plan) => plan.id === id)?.name ?? id
    setSpoken(`${name}移到第 ${to + 1} 位，共 ${ids.length} 份`)
  }

  return {
    plans: ids.flatMap((id) => stored.filter((plan) => plan.id === id)),
    isChanged: ids.join(',') !== storedIds.join(','),
    ids,
    moveTo: (id, place) => move(id, ids.indexOf(place)),
    moveBy: (id, by) => move(id, ids.indexOf(id) + by),
    reset() {
      setIds(storedIds)
      setSpoken('已恢复原来的顺序')
    },
    spoken,
  }
}
