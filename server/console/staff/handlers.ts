import type * as contract from '#contract/console/staff/staff.ts'
import { listInvitations } from '../../operator/operators/invitations.store.ts'
import { listOperators } from '../../operator/operators/operators.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'

export function staffHandlers({ sql, now }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listStaff() {
      const [operators, invitations] = await Promise.all([
        listOperators(sql, now()),
        listInvitations(sql, now()),
      ])
      return {
        operators: operators.map(({ lastSeenAt, createdAt, disabledAt, ...row }) => ({
          ...row,
          lastSeenAt: lastSeenAt?.toISOString() ?? null,
          createdAt: createdAt.toISOString(),
          disabledAt: disabledAt?.toISOString() ?? null,
        })),
        invitations: invitations.map(({ createdAt, expiresAt, ...row }) => ({
          ...row,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })),
      }
    },
  }
}
