import * as z from 'zod/mini'
import { consoleCall } from '../console-call.ts'
import { PUSH_KINDS, PUSH_TOPICS } from './push-fields.ts'
import { time } from '../shapes.ts'

const channel = z.object({
  id: z.string(),
  kind: z.enum(PUSH_KINDS),
  name: z.string(),
  /** A mail address, or the host of a webhook, whose address is not shown. */
  address: z.string(),
  topics: z.array(z.enum(PUSH_TOPICS)),
  /** `22:00–08:00` by the shop's clock; null: told at any hour. */
  quiet: z.nullable(z.string()),
  createdAt: time,
  createdBy: z.string(),
  lastSentAt: z.nullable(time),
  /** Of the last try; null: it succeeded, or there was none. */
  lastError: z.nullable(z.string()),
  /** Messages that wait, and that were given up within 90 days. */
  waiting: z.int(),
  dead: z.int(),
})
export type PushChannel = z.output<typeof channel>

/** Changes are actions: `pushes add`, `pushes test`, `pushes remove`. */
export const listPushChannels = consoleCall({
  method: 'GET',
  path: '/api/console/pushes',
  access: 'own',
  input: () => z.object({}),
  output: () => z.object({ channels: z.array(channel) }),
})
