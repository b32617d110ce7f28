import { Link } from '#web/lib/router/link.tsx'
import { userHref } from '../lib/console-href.ts'
import { DemoMark } from '../panel/cells.tsx'

interface PersonLinkProps {
  person: { userId: string; email: string | null; nickname: string }
  /** Enter opens it where its row is chosen. */
  isRow?: boolean
}

/** A user's name and address, which lead to the user's page. */
export function PersonLink({ person: { userId, email, nickname }, isRow }: PersonLinkProps) {
  return (
    <Link data-row={isRow ? '' : undefined} to={userHref(userId)}>
      {email === null ? (
        <span className="faint">已注销的用户</span>
      ) : (
        <>
          {nickname}
          <DemoMark email={email} /> <small>{email}</small>
        </>
      )}
    </Link>
  )
}
