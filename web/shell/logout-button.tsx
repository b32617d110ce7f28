import { logOut } from '../lib/log-out.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { useAction } from '../ui/action/use-action.ts'

/** Ends the session and goes home by a fresh document, so that nothing of the account stays in memory. */
export function LogoutButton() {
  const { isBusy, run } = useAction(async () => {
    await logOut()
    location.assign('/')
  })
  return (
    <button type="button" aria-busy={isBusy || undefined} onClick={run}>
      <Icon name="leave" />
      退出登录
    </button>
  )
}
