import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The mails that a customer wishes when credit gets low or ends soon. The browser loads this file late. */

const LOW_CREDIT_MAX = 1_000_000_000
const EXPIRING_DAYS_MAX = 90

const whole = (least: number, most: number, message: string) =>
  z.int(message).check(z.minimum(least, message), z.maximum(most, message))

const reminders = () =>
  z.object({
    /** A mail when less than this is available; null: none. */
    lowCredit: z.nullable(whole(1, LOW_CREDIT_MAX, '请填写 1 到 1,000,000,000 之间的整数')),
    /** A mail so many days before credit ends; null: none. */
    expiringDays: z.nullable(
      whole(1, EXPIRING_DAYS_MAX, `请填写 1 到 ${EXPIRING_DAYS_MAX} 之间的整数`),
    ),
  })
export type Reminders = z.output<ReturnType<typeof reminders>>

export const readReminders = endpoint({
  method: 'GET',
  path: '/clients/web/credit/reminders',
  session: 'required',
  input: () => z.object({}),
  output: reminders,
})

export const saveReminders = endpoint({
  method: 'POST',
  path: '/clients/web/credit/reminders/save',
  session: 'required',
  input: reminders,
  output: reminders,
})
