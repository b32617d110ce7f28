import { useSession } from '../lib/session.ts'

export type UserPart = 'nickname' | 'email' | 'initial'

const NAMELESS = '我的账户'

/**
 * Who is logged in, in words. Prerendered HTML knows no visitor: there `head.js` fills the element
 * before it is painted, and React takes it over as it finds it.
 */
export function UserText({ part, className }: { part: UserPart; className?: string }) {
  const user = useSession()
  const name = user === null ? '' : user.nickname || NAMELESS
  const text = { nickname: name, email: user?.email ?? '', initial: Array.from(name)[0] ?? '' }[
    part
  ]
  return (
    <span className={className} data-user={part} suppressHydrationWarning>
      {text}
    </span>
  )
}
