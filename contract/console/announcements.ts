import * as z from 'zod/mini'
import {
  ANNOUNCEMENT_KINDS,
  ANNOUNCEMENT_PAGES,
  ANNOUNCEMENT_STATES,
  ANNOUNCEMENT_TONES,
} from './announcement-fields.ts'
import { consoleCall } from './console-call.ts'
import { reference } from './list-fields.ts'
import { time } from './shapes.ts'

const announcement = z.object({
  id: z.string(),
  kind: z.enum(ANNOUNCEMENT_KINDS),
  /** Null for a banner. */
  title: z.nullable(z.string()),
  text: z.string(),
  link: z.nullable(z.object({ label: z.string(), url: z.string() })),
  tone: z.enum(ANNOUNCEMENT_TONES),
  /** Null for a notice. */
  pages: z.nullable(z.enum(ANNOUNCEMENT_PAGES)),
  isDismissable: z.boolean(),
  startsAt: time,
  /** Null: until somebody ends it. */
  endsAt: z.nullable(time),
  /** When somebody ended it early. */
  withdrawnAt: z.nullable(time),
  /** By the database's clock. */
  state: z.enum(ANNOUNCEMENT_STATES),
  /** What `announcements edit` is given, so that it refuses when somebody else has changed it meanwhile. */
  version: z.int(),
  /** How many users have seen and dismissed a notice; null for a banner. */
  views: z.nullable(z.object({ seen: z.int(), dismissed: z.int() })),
  createdAt: time,
  createdBy: z.string(),
  updatedAt: time,
  updatedBy: z.string(),
})
export type Announcement = z.output<typeof announcement>

/** All that have not ended, and of the ended ones the latest 50. Changes are actions: `announcements add`, `edit`, `end`. */
export const listAnnouncements = consoleCall({
  method: 'GET',
  path: '/api/console/announcements',
  access: 'read',
  input: () => z.object({}),
  output: () => z.object({ announcements: z.array(announcement) }),
})

export const readAnnouncement = consoleCall({
  method: 'GET',
  path: '/api/console/announcements/announcement',
  access: 'read',
  input: () => z.object({ announcement: reference('公告') }),
  output: () => announcement,
})
