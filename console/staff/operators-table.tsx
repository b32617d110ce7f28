import { ROLE_LABELS } from '#contract/console/staff/roles.ts'
import type { listStaff } from '#contract/console/staff/staff.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDayTime } from '#web/lib/format/day-time.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Badge } from '#web/ui/display/tag.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import { useOperator } from '../lib/session.ts'
import { useRows } from '../lib/use-rows.ts'
import type { StartAction } from './start-action.ts'

type Operator = OutputOf<typeof listStaff>['operators'][number]

interface OperatorsTableProps {
  operators: readonly Operator[]
  start: StartAction
}

/** The operators, each with the changes an owner can make. */
export function OperatorsTable({ operators, start }: OperatorsTableProps) {
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
