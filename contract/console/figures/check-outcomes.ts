export const CHECK_OUTCOMES = ['good', 'note', 'bad'] as const
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number]

export const CHECK_OUTCOME_LABELS: Readonly<Record<CheckOutcome, string>> = {
  good: '正常',
  note: '注意',
  bad: '有问题',
}
