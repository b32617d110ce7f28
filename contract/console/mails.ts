import * as z from 'zod/mini'
import { consoleCall } from './console-call.ts'
import { beforeId, filterText, next, pageLimit } from './list-fields.ts'
import { MAIL_STATES } from './mail-states.ts'
import { time } from './shapes.ts'

const mail = z.object({
  id: z.string(),
  state: z.enum(MAIL_STATES),
  /** Null: it was sent, and its content is not kept. The same is true of `subject`. A sent code keeps it masked. */
  to: z.nullable(z.string()),
  /** Codes are hidden: `•••••• 是您的…`. */
  subject: z.nullable(z.string()),
  /** What it is about, for example 付款收据, also when it was sent; null: that is not kept. */
  title: z.nullable(z.string()),
  attempts: z.int(),
  createdAt: time,
  /** When it is tried next; null: it is sent or was given up. */
  nextTryAt: z.nullable(time),
  /** When it was sent or given up. */
  finishedAt: z.nullable(time),
  /** It is not sent after this time; null: never too late. */
  goodUntil: z.nullable(time),
  lastError: z.nullable(z.string()),
})
export type ConsoleMail = z.output<typeof mail>

/** The outbox, newest first; without bodies, links and codes. */
export const listConsoleMails = consoleCall({
  method: 'GET',
  path: '/api/console/mails',
  access: 'read',
  input: () =>
    z.object({
      before: beforeId,
      /** One mail. */
      id: z.optional(z.uuid('邮件编号不正确')),
      state: z.optional(z.enum(MAIL_STATES, '没有这种邮件状态')),
      /** A whole e-mail; sent codes are found by its masked form. */
      to: filterText,
      limit: pageLimit,
    }),
  output: () => z.object({ mails: z.array(mail), next }),
})
