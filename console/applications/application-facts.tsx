import type { readConsoleApplication } from '#contract/console/applications.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatCredit } from '#web/lib/format/money.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { Facts } from '../panel/facts.tsx'
import { MiniTable } from '../panel/mini-table.tsx'
import { Panel, PanelNone } from '../panel/panel.tsx'

interface ApplicationFactsProps {
  detail: OutputOf<typeof readConsoleApplication>
}

/** What was registered, and the keys; no secret. */
export function ApplicationFacts({ detail: { application, keys } }: ApplicationFactsProps) {
  const { id, clientId, isFirstParty, webhookUrl, backchannelUrl, lowCredit } = application
  return (
    <div>
      <Panel title="API 密钥" count={keys.filter(({ revokedAt }) => revokedAt === null).length}>
        {keys.length === 0 ? (
          <PanelNone>没有密钥。</PanelNone>
        ) : (
          <MiniTable
            caption="API 密钥，最新的在上面"
            columns={[{ head: '产生' }, { head: '网段' }, { head: '最近使用' }, { head: '状态' }]}
          >
            {keys.map((key) => (
              <tr key={key.id}>
                <td>
                  <DayTime iso={key.createdAt} />
                </td>
                <td>{key.networks.join('、') || '不限'}</td>
                <td>
                  <DayTime iso={key.lastUsedAt} />
                </td>
                <td>
                  <span className="tag" data-outcome={key.revokedAt === null ? 'done' : 'none'}>
                    {key.revokedAt === null ? '有效' : '已作废'}
                  </span>
                </td>
              </tr>
            ))}
          </MiniTable>
        )}
      </Panel>
      <Panel title="登记">
        <Facts
          rows={[
            ['编号', <CopyButton key="id" text={id} what="编号" />],
            ['clientId', <CopyButton key="client" text={clientId} what="clientId" />],
            ['类型', isFirstParty ? '自营' : '需授权'],
            ['登录后回到', application.redirectUrls.join('、')],
            ['退出后回到', application.logoutRedirectUrls.join('、') || null],
            ['退出通知', backchannelUrl],
            ['Webhook', webhookUrl],
            ['积分不足提醒', lowCredit === 0 ? '不提醒' : `低于 ${formatCredit(lowCredit)}`],
            ['每秒调用', formatCredit(application.callsPerSecond)],
            [
              '每个用户',
              `每秒 ${formatCredit(application.userCallsPerSecond)}，连续 ${formatCredit(application.userBurst)}`,
            ],
            ['登记时间', <DayTime key="made" iso={application.createdAt} />],
            [
              '停用时间',
              application.disabledAt && <DayTime key="end" iso={application.disabledAt} />,
            ],
          ]}
        />
      </Panel>
    </div>
  )
}
