import type { PlanState } from '#contract/console/plan-shapes.ts'

export const PLAN_STATE_LABELS: Readonly<Record<PlanState, string>> = {
  'on sale': '在售',
  'sold out': '已售罄',
  upcoming: '未开售',
  ended: '已停售',
  withdrawn: '已下架',
}

/** The colour of a state's tag. */
export const PLAN_STATE_OUTCOMES: Readonly<Record<PlanState, string>> = {
  'on sale': 'done',
  'sold out': 'failed',
  upcoming: 'refused',
  ended: 'refused',
  withdrawn: 'refused',
}
