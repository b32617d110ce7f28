import { readConsoleUser } from '#contract/console/users.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { MessageScreen } from '../frame/message-screen.tsx'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { BackToList } from '../list/back-to-list.tsx'
import { UserHead } from './user-head.tsx'
import { UserLedger } from './user-ledger.tsx'
import { UserOverview } from './user-overview.tsx'
import { UserViews } from './user-views.tsx'

/** One user, whom the address names. */
export function UserPage() {
  const { user = '', view } = useQuery()
  return <OneUser key={user} userRef={user} isLedger={view === 'ledger'} />
}

function OneUser({ userRef, isLedger }: { userRef: string; isLedger: boolean }) {
  const user = useLoad('user', (signal) =>
    callConsole(readConsoleUser, { user: userRef }, { signal, isQuiet: true }),
  )
  const actions = useActionDialog(user.reload)
  useTitle(`用户 ${user.data?.user.nickname ?? userRef}`)

  if (user.error?.status === 404)
    return (
      <MessageScreen
        title="没有这个用户"
        actions={<ButtonLink to={consoleHref('/users')}>看全部用户</ButtonLink>}
      >
        {userRef === '' ? '地址里没有用户。' : `没有 ${userRef}，请检查是否完整。`}
      </MessageScreen>
    )
  return (
    <>
      <BackToList path="/users" label="用户" />
      <Loaded load={user} what="用户" lines={12}>
        {(detail) => (
          <>
            <UserHead detail={detail} actions={actions} />
            <UserViews detail={detail} userRef={userRef} isLedger={isLedger} />
            {isLedger ? (
              // its entries are others after an action
              <UserLedger key={detail.counts.entries} userRef={userRef} />
            ) : (
              <UserOverview detail={detail} userRef={userRef} />
            )}
          </>
        )}
      </Loaded>
      {actions.dialog}
    </>
  )
}
