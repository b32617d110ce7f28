import type { ConsoleUser } from '#contract/console/users.ts'

/** Whether the account can be used. */
export function UserStateTag({
  user,
}: {
  user: Pick<ConsoleUser, 'closingAt' | 'closedAt' | 'blockedAt'>
}) {
  const { closingAt, closedAt, blockedAt } = user
  if (closedAt !== null)
    return (
      <span className="tag" data-outcome="none">
        已注销
      </span>
    )
  if (blockedAt !== null)
    return (
      <span className="tag" data-outcome="refused">
        已停用
      </span>
    )
  return closingAt === null ? (
    <span className="tag" data-outcome="done">
      正常
    </span>
  ) : (
    <span className="tag" data-outcome="refused">
      等待注销
    </span>
  )
}
