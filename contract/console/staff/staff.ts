import * as z from 'zod/mini'
import { consoleCall } from '../console-call.ts'
import { ROLES } from './roles.ts'
import { time } from '../shapes.ts'

/** Changes of the staff are actions: `operators invite`, `operators role`, `operators disable`, `operators enable`, `operators reset`. */
export const listStaff = consoleCall({
  method: 'GET',
  path: '/api/console/staff',
  access: 'own',
  input: () => z.object({}),
  output: () =>
    z.object({
      operators: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          email: z.string(),
          role: z.enum(ROLES),
          passkeys: z.int(),
          hasCode: z.boolean(),
          recoveryCodesLeft: z.int(),
          /** Live sessions. */
          sessions: z.int(),
          lastSeenAt: z.nullable(time),
          createdAt: time,
          /** Null: may sign in. */
          disabledAt: z.nullable(time),
        }),
      ),
      /** Not yet accepted and not yet over. */
      invitations: z.array(
        z.object({
          id: z.string(),
          email: z.nullable(z.string()),
          name: z.string(),
          role: z.enum(ROLES),
          invitedBy: z.string(),
          createdAt: time,
          expiresAt: time,
        }),
      ),
    }),
})
