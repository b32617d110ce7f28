import * as z from 'zod/mini'
import { planContent } from '../content/content.ts'
import { time } from './shapes.ts'

/** Whether customers can buy it now, and why not. */
export const PLAN_STATES = ['on sale', 'sold out', 'upcoming', 'ended', 'withdrawn'] as const
export type PlanState = (typeof PLAN_STATES)[number]

export const consolePlan = z.extend(planContent, {
  currency: z.string(),
  /** What `plans save` is given, so that it refuses when the plan was changed meanwhile. */
  basis: z.string(),
  version: z.int(),
  state: z.enum(PLAN_STATES),
  /** Pieces in open and in paid orders since the stock was limited; null: it is not. */
  pieces: z.nullable(z.object({ held: z.int(), sold: z.int(), left: z.int() })),
})
export type ConsolePlan = z.output<typeof consolePlan>

/** A changed field in words. */
const field = z.object({ label: z.string(), from: z.string(), to: z.string() })

export const plansFile = z.object({
  changes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      title: z.string(),
      fields: z.array(field),
    }),
  ),
  isInOrder: z.boolean(),
  /** Plans on sale that the file does not have. */
  unlisted: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type PlansFile = z.output<typeof plansFile>

export const planHistoryEntry = z.object({
  id: z.string(),
  at: time,
  title: z.string(),
  version: z.int(),
  /** Empty for a new plan. */
  fields: z.array(field),
  /** E-mail of the operator, or account and machine at a terminal. */
  by: z.string(),
  reason: z.nullable(z.string()),
  /** Its entry in the audit log. */
  actionId: z.string(),
})
