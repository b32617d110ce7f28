import { ROLE_LABELS } from '#contract/console/staff/roles.ts'
import type { listStaff } from '#contract/console/staff/staff.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDayTime } from '#web/lib/format/day-time.ts'
import { Button } from '#web/ui/action/button.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import type { StartAction } from './start-action.ts'

interface InvitationsTableProps {
  invitations: OutputOf<typeof listStaff>['invitations']
  start: StartAction
}

/** Invitations that nobody has accepted yet. */
export function InvitationsTable({ invitations, start }: InvitationsTableProps) {
  const { timeZone } = useConsoleSite()
  return (
    <section className="panel list-panel" aria-labelledby="invitations">
      <header className="panel-head">
        <h2 id="invitations">还没接受的邀请</h2>
        <span className="count">{invitations.length}</span>
      </header>
      <table className="row-table">
        <caption className="unseen">还没接受的邀请</caption>
        <thead>
          <tr>
            {['姓名', '邮箱', '角色', '邀请人', '有效到'].map((head) => (
              <th key={head} scope="col" className={head === '邀请人' ? 'w-mid' : undefined}>
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">更改</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map(({ id, name, email, role, invitedBy, expiresAt }) => (
            <tr key={id}>
              <td className="n-lead cut">
                {name === '' ? <span className="faint">由本人填写</span> : <b>{name}</b>}
              </td>
              <td className="n-who cut">{email ?? <span className="faint dash">–</span>}</td>
              <td className="n-sum">{ROLE_LABELS[role]}</td>
              <td className="w-mid cut">{invitedBy}</td>
              <td className="n-time">
                <time dateTime={expiresAt}>{formatDayTime(expiresAt, timeZone)}</time>
              </td>
              <td className="n-actions right">
                <Button
                  kind="ghost"
                  size="small"
                  aria-label={name === '' ? '撤回邀请' : `撤回对${name}的邀请`}
                  onClick={() => start('operators uninvite', { invitation: id })}
                >
                  撤回
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
