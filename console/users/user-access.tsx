import type { UserDetail } from '#contract/console/users.ts'
import { Credit } from '#web/ui/display/money.tsx'
import { DayTime } from '../panel/cells.tsx'
import { MiniTable, Panel, PanelNone } from '../panel/panel.tsx'

/** Credit that applications have reserved. */
export function Holds({ holds }: Pick<UserDetail, 'holds'>) {
  return (
    <Panel title="预留中" count={holds.length}>
      {holds.length === 0 ? (
        <PanelNone>没有应用预留积分。</PanelNone>
      ) : (
        <MiniTable
          caption="应用预留的积分"
          columns={[
            { head: '任务' },
            { head: '积分', className: 'right' },
            { head: '最迟退回', className: 'right' },
          ]}
        >
          {holds.map(({ id, application, amount, reason, expiresAt }) => (
            <tr key={id}>
              <td className="wrap-text">
                {application.name} <small>{reason}</small>
              </td>
              <td className="right">
                <Credit credit={amount} />
              </td>
              <td className="right">
                <DayTime iso={expiresAt} />
              </td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}

export function Sessions({ sessions }: Pick<UserDetail, 'sessions'>) {
  return (
    <Panel title="登录的设备" count={sessions.length}>
      {sessions.length === 0 ? (
        <PanelNone>当前没有登录。</PanelNone>
      ) : (
        <MiniTable
          caption="登录的设备"
          columns={[
            { head: '设备' },
            { head: '登录时的地址', className: 'wide-only' },
            { head: '最近活动', className: 'right' },
          ]}
        >
          {sessions.map(({ id, device, address, lastSeenAt }) => (
            <tr key={id}>
              <td className="wrap-text">{device}</td>
              <td className="wide-only">{address}</td>
              <td className="right">
                <DayTime iso={lastSeenAt} />
              </td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}

export function Applications({ applications }: Pick<UserDetail, 'applications'>) {
  return (
    <Panel title="可使用积分的应用" count={applications.length}>
      {applications.length === 0 ? (
        <PanelNone>没有应用可使用该用户的积分。</PanelNone>
      ) : (
        <MiniTable
          caption="可使用积分的应用"
          columns={[
            { head: '应用' },
            { head: '授权', className: 'wide-only' },
            { head: '登录', className: 'right' },
          ]}
        >
          {applications.map(({ id, name, grantedAt, scopes, signedOnAt }) => (
            <tr key={id}>
              <td className="wrap-text">
                {name} {scopes.length > 0 && <small>{scopes.join(' ')}</small>}
              </td>
              <td className="wide-only">
                {grantedAt === null ? '自营' : <DayTime iso={grantedAt} />}
              </td>
              <td className="right">
                {signedOnAt === null ? (
                  <span className="faint">当前没有登录</span>
                ) : (
                  <>
                    <DayTime iso={signedOnAt} /> 起
                  </>
                )}
              </td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}

export function ApiKeys({ apiKeys }: Pick<UserDetail, 'apiKeys'>) {
  return (
    <Panel title="API 密钥" count={apiKeys.length}>
      {apiKeys.length === 0 ? (
        <PanelNone>没有建过密钥。</PanelNone>
      ) : (
        <MiniTable
          caption="API 密钥，最新的在上面"
          columns={[
            { head: '密钥' },
            { head: '每月上限', className: 'right wide-only' },
            { head: '最近使用', className: 'right' },
            { head: '状态', className: 'right' },
          ]}
        >
          {apiKeys.map(({ id, name, hint, application, monthlyLimit, lastUsedAt, revokedAt }) => (
            <tr key={id}>
              <td className="wrap-text">
                {name === '' ? hint : name}{' '}
                <small>
                  {hint}，{application.name}
                </small>
              </td>
              <td className="right wide-only">
                {monthlyLimit === null ? '不限' : <Credit credit={monthlyLimit} />}
              </td>
              <td className="right">
                <DayTime iso={lastUsedAt} />
              </td>
              <td className="right">{revokedAt === null ? '可用' : '已停用'}</td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}
