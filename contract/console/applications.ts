import * as z from 'zod/mini'
import { consoleCall } from './console-call.ts'
import { reference } from './list-fields.ts'
import { time } from './shapes.ts'

/** Amounts are credit. Figures of usage may be older than the rest: `takenAt`. */

const application = z.object({
  id: z.string(),
  clientId: z.string(),
  name: z.string(),
  /** Spends every user's credit without a grant. */
  isFirstParty: z.boolean(),
  createdAt: time,
  disabledAt: z.nullable(time),
  /** Users who allow it now. */
  grants: z.int(),
  /** Charged less reversed. */
  chargedToday: z.int(),
  charged30: z.int(),
  /** When a key of it was used last. */
  lastUsedAt: z.nullable(time),
  /** Messages that were refused and are tried again, and those given up within 30 days. At most 100 are counted. */
  failing: z.int(),
  givenUp: z.int(),
})
export type ConsoleApplication = z.output<typeof application>

const usageDay = z.object({
  day: z.string(),
  users: z.int(),
  charges: z.int(),
  charged: z.int(),
  reversed: z.int(),
})
export type UsageDay = z.output<typeof usageDay>

const message = z.object({
  id: z.string(),
  type: z.string(),
  state: z.enum(['waiting', 'given_up']),
  tries: z.int(),
  lastError: z.nullable(z.string()),
  /** The user that it is about; null for none. */
  userId: z.nullable(z.string()),
  createdAt: time,
  /** Null: it is not tried again. */
  nextTryAt: z.nullable(time),
})
export type UndeliveredMessage = z.output<typeof message>

/** Oldest first. */
export const listConsoleApplications = consoleCall({
  method: 'GET',
  path: '/api/console/applications',
  access: 'read',
  input: () => z.object({}),
  output: () =>
    z.object({ applications: z.array(application), takenAt: time, isRenewing: z.boolean() }),
})

/** One application with its keys, usage and messages; no secret. Answers NOT_FOUND. */
export const readConsoleApplication = consoleCall({
  method: 'GET',
  path: '/api/console/applications/one',
  access: 'read',
  input: () => z.object({ id: reference('应用') }),
  output: () =>
    z.object({
      application: z.extend(application, {
        redirectUrls: z.array(z.string()),
        logoutRedirectUrls: z.array(z.string()),
        backchannelUrl: z.nullable(z.string()),
        /** Where customers find it. */
        homeUrl: z.nullable(z.string()),
        webhookUrl: z.nullable(z.string()),
        lowCredit: z.int(),
        callsPerSecond: z.int(),
        userCallsPerSecond: z.int(),
        userBurst: z.int(),
        /** What customers read for the names of its usage. */
        usageLabels: z.array(z.object({ name: z.string(), label: z.string() })),
      }),
      /** Newest first; a key itself is not kept. */
      keys: z.array(
        z.object({
          id: z.string(),
          /** Empty: any. */
          networks: z.array(z.string()),
          createdAt: time,
          lastUsedAt: z.nullable(time),
          revokedAt: z.nullable(time),
        }),
      ),
      /** The last 90 days, oldest first, days without usage too. */
      days: z.array(usageDay),
      /** Those whose credit it spent most within 30 days. */
      spenders: z.array(
        z.object({
          userId: z.string(),
          /** Null: the account was closed for good. */
          email: z.nullable(z.string()),
          nickname: z.string(),
          charged: z.int(),
        }),
      ),
      /** Those that were not delivered, newest first; at most 100. */
      messages: z.array(message),
      takenAt: time,
      isRenewing: z.boolean(),
    }),
})
