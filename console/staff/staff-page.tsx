import { listStaff } from '#contract/console/staff/staff.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionForms } from '../actions/action-forms.tsx'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useTitle } from '../lib/use-title.ts'
import { ROLE_LABELS } from '#contract/console/staff/roles.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDayTime } from '#web/lib/format/day-time.ts'
import { Badge } from '#web/ui/display/tag.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import { useOperator } from '../lib/session.ts'
import { useRows } from '../lib/use-rows.ts'
import type { Given } from '../actions/given.ts'

/** Who may use the console, and who is invited. */
export function StaffPage() {
  const forms = useActionForms()
  const staff = useLoad('staff', (signal) => callConsole(listStaff, {}, { signal, isQuiet: true }))
  const { start, dialog } = useActionDialog(staff.reload)
  useTitle('同事')

  return (
    <>
      <header className="op-head">
        <h1>同事</h1>
        <p>控制台的成员与权限。</p>
        <span className="row-actions">
          <Button
            kind="primary"
            size="small"
            icon="plus"
            isBusy={forms.data === undefined && forms.isLoading}
            onClick={() => start('operators invite')}
          >
            邀请同事
          </Button>
        </span>
      </header>
      <Loaded load={staff} what="同事" lines={6}>
        {({ operators, invitations }) => (
          <>
            <OperatorsTable operators={operators} start={start} />
            {invitations.length > 0 && <InvitationsTable invitations={invitations} start={start} />}
          </>
        )}
      </Loaded>
      {dialog}
    </>
  )
}

type Operator = OutputOf<typeof listStaff>['operators'][number]

interface OperatorsTableProps {
  operators: readonly Operator[]
  start: StartAction
}

/** The operators, each with the changes an owner can make. */
function OperatorsTable({ operators, start }: OperatorsTableProps) {
  const { timeZone } = useConsoleSite()
  const { id: own } = useOperator()
  const box = useRows<HTMLTableElement>()
  return (
    <section className="panel list-panel" aria-label="同事">
      <table className="row-table" ref={box}>
        <caption className="unseen">同事</caption>
        <thead>
          <tr>
            {['姓名', '邮箱', '角色', '登录方式', '恢复码', '最近使用', '状态'].map((head) => (
              <th
                key={head}
                scope="col"
                className={{ 登录方式: 'w-mid', 恢复码: 'w-late', 最近使用: 'w-mid' }[head]}
              >
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">更改</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {operators.map((operator) => (
            <tr key={operator.id} className={operator.disabledAt ? 'is-off' : undefined}>
              <td className="n-lead cut">
                <b>{operator.name}</b> {operator.id === own && <Badge>您</Badge>}
              </td>
              <td className="n-who cut">{operator.email}</td>
              <td className="n-sum">{ROLE_LABELS[operator.role]}</td>
              <td className="w-mid">{factorsOf(operator)}</td>
              <td className="w-late">{operator.recoveryCodesLeft} 个</td>
              <td className="w-mid">
                {operator.lastSeenAt === null ? (
                  <span className="faint">从未</span>
                ) : (
                  <time dateTime={operator.lastSeenAt}>
                    {formatDayTime(operator.lastSeenAt, timeZone)}
                  </time>
                )}
              </td>
              <td className="n-state">
                <span className="tag" data-outcome={operator.disabledAt ? 'none' : 'done'}>
                  {operator.disabledAt ? '已停用' : '可登录'}
                </span>
              </td>
              <td className="n-actions right">
                <OperatorActions operator={operator} start={start} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function OperatorActions({ operator, start }: { operator: Operator; start: StartAction }) {
  const { id, name, email, role, disabledAt } = operator
  const menu = `changes-${id}`
  const given = { operator: email }
  return (
    <>
      <Button data-row kind="ghost" size="small" aria-label={`更改 ${name}`} popoverTarget={menu}>
        更改
      </Button>
      <Menu id={menu}>
        <button type="button" onClick={() => start('operators role', { ...given, role })}>
          更换角色
        </button>
        <button type="button" onClick={() => start('operators reset', given)}>
          重置登录方式
        </button>
        {disabledAt === null ? (
          <button type="button" onClick={() => start('operators disable', given)}>
            停用
          </button>
        ) : (
          <button type="button" onClick={() => start('operators enable', given)}>
            恢复
          </button>
        )}
      </Menu>
    </>
  )
}

function factorsOf({ passkeys, hasCode }: Operator): string {
  const factors = [passkeys > 0 ? `${passkeys} 个通行密钥` : '', hasCode ? '密码和验证器' : '']
  return factors.filter(Boolean).join('，') || '没有'
}

/** Opens an action with values filled in; nothing while the forms load and for roles that may not run it. */
export type StartAction = (command: string, given?: Given) => void

interface InvitationsTableProps {
  invitations: OutputOf<typeof listStaff>['invitations']
  start: StartAction
}

/** Invitations that nobody has accepted yet. */
function InvitationsTable({ invitations, start }: InvitationsTableProps) {
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
