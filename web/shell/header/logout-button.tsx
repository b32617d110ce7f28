import { logOut } from '../../lib/call/log-out.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { useAction } from '../../ui/action/use-action.ts'

/** Logs out and loads the home page as a new document, so that no account data stay in memory. */
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
