import { readConsoleUser } from '#contract/console/users.ts'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { DetailPage } from '../list/detail-page.tsx'
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
  return (
    <DetailPage
      path="/users"
      label="用户"
      load={user}
      reference={userRef}
      words={{ none: '没有这个用户', unnamed: '用户' }}
      dialog={actions.dialog}
    >
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
    </DetailPage>
  )
}
