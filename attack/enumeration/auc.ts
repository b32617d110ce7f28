/**
 * The chance that one of `a` is greater than one of `b`, ties by half: 0.5 when the two cannot be told apart, 0 or 1 when
 * one look tells them apart. Both must have members.
 */
export function areaUnderCurve(a: readonly number[], b: readonly number[]): number {
  const all = [
    ...a.map((value) => ({ value, isOfA: true })),
    ...b.map((value) => ({ value, isOfA: false })),
  ].toSorted((one, other) => one.value - other.value)
  let rankSum = 0
  for (let first = 0; first < all.length;) {
    let end = first
    while (end < all.length && all[end]!.value === all[first]!.value) end += 1
    // ranks first + 1 … end have one value: each counts as their mean
    const rank = (first + 1 + end) / 2
    rankSum += rank * all.slice(first, end).filter(({ isOfA }) => isOfA).length
    first = end
  }
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length)
}

const TOLERANCE = 0.05

/** Whether all runs lie on one side of 0.5 and each by more than 0.05: chance hardly does that. */
export function isTellable(runs: readonly number[]): boolean {
  const distances = runs.map((auc) => auc - 0.5)
  return (
    distances.every((distance) => distance > TOLERANCE) ||
    distances.every((distance) => distance < -TOLERANCE)
  )
}
