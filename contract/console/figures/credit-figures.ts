import * as z from 'zod/mini'
import { time } from '../shapes.ts'

/** Credit of all customers, as it was last counted. */
export const creditFigures = z.object({
  takenAt: time,
  /** Credit of lots that have not ended. */
  owed: z.int(),
  /** Of `owed`, by when it ends. */
  within30: z.int(),
  within90: z.int(),
  within180: z.int(),
  within365: z.int(),
  later: z.int(),
  never: z.int(),
  /** Of `owed`, given to new customers for nothing. */
  welcome: z.int(),
  /** What new customers were given in the last 30 days, and how many of them. */
  welcomed: z.int(),
  welcomes: z.int(),
  /** Reserved by open holds, and how many there are. */
  held: z.int(),
  holds: z.int(),
  /** What customers owe, and how many of them. */
  debt: z.int(),
  debtors: z.int(),
})
export type CreditFigures = z.output<typeof creditFigures>
