import { readConsoleApplication } from '#contract/console/applications.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Credit } from '#web/ui/display/money.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { useRefresh } from '../home/use-refresh.ts'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { DetailPage } from '../list/detail-page.tsx'
import { Facts, MiniTable, Panel, PanelNone, Strip } from '../panel/panel.tsx'
import { DayTime } from '../panel/cells.tsx'
import { ApplicationTag } from './application-tags.tsx'
import { Undelivered } from './undelivered.tsx'
import { UsagePanel } from './usage-panel.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatCredit } from '#web/lib/format/money.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { PersonLink } from '../credit/person-link.tsx'

/** One application, which the address names. */
export function ApplicationPage() {
  const { id = '' } = useQuery()
  return <OneApplication key={id} id={id} />
}

function OneApplication({ id }: { id: string }) {
  const load = useLoad('application', (signal) =>
    callConsole(readConsoleApplication, { id }, { signal, isQuiet: true }),
  )
  useRefresh(load.reload, load.data?.isRenewing ?? false)
  const actions = useActionDialog(load.reload)
  useTitle(`应用 ${load.data?.application.name ?? id}`)
  return (
    <DetailPage
      path="/applications"
      label="应用"
      load={load}
      reference={id}
      isMissing={id === '' || load.error?.status === 404}
      words={{ none: '没有这个应用', unnamed: '应用' }}
      dialog={actions.dialog}
    >
      {(detail) => {
        const { application, messages } = detail
        const given = { application: application.id }
        const isLive = application.disabledAt === null
        return (
          <>
            <header className="op-head">
              <h1>{application.name}</h1>
              <ApplicationTag application={application} />
              <span className="row-actions">
                <ButtonLink
                  size="small"
                  to={consoleHref('/credit/ledger', { application: application.id })}
                >
                  看流水
                </ButtonLink>
                {isLive && (
                  <>
                    <ActionButton actions={actions} command="applications change" given={given}>
                      修改网址
                    </ActionButton>
                    <ActionButton actions={actions} command="applications rotate" given={given}>
                      换新密钥
                    </ActionButton>
                    <ActionButton actions={actions} command="applications disable" given={given}>
                      停用
                    </ActionButton>
                  </>
                )}
              </span>
            </header>
            <Strip
              rows={[
                ['今天使用', <Credit key="today" credit={application.chargedToday} />],
                ['30 天使用', <Credit key="month" credit={application.charged30} />],
                ['授权的用户', application.isFirstParty ? null : `${application.grants} 位`],
                ['最近调用', <DayTime key="last" iso={application.lastUsedAt} />],
              ]}
            />
            <UsagePanel days={detail.days} />
            <div className="columns">
              <div>
                <Undelivered
                  messages={messages}
                  hasWebhook={application.webhookUrl !== null}
                  actions={actions}
                />
                <Spenders spenders={detail.spenders} />
              </div>
              <ApplicationFacts detail={detail} />
            </div>
          </>
        )
      }}
    </DetailPage>
  )
}

interface ApplicationFactsProps {
  detail: OutputOf<typeof readConsoleApplication>
}

/** What was registered, and the keys; no secret. */
function ApplicationFacts({ detail: { application, keys } }: ApplicationFactsProps) {
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
            ['应用的网址', application.homeUrl],
            ['Webhook', webhookUrl],
            ['积分不足提醒', lowCredit === 0 ? '不提醒' : `低于 ${formatCredit(lowCredit)}`],
            ['每秒调用', formatCredit(application.callsPerSecond)],
            [
              '每个用户',
              `每秒 ${formatCredit(application.userCallsPerSecond)}，连续 ${formatCredit(application.userBurst)}`,
            ],
            [
              '用量的名称',
              application.usageLabels.map(({ name, label }) => `${label}（${name}）`).join('、') ||
                null,
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

interface SpendersProps {
  spenders: OutputOf<typeof readConsoleApplication>['spenders']
}

function Spenders({ spenders }: SpendersProps) {
  return (
    <Panel title="30 天内使用最多的用户">
      {spenders.length === 0 ? (
        <PanelNone>30 天内没有用户使用。</PanelNone>
      ) : (
        <MiniTable
          caption="30 天内使用最多的用户"
          columns={[{ head: '用户' }, { head: '积分', className: 'right' }]}
        >
          {spenders.map((spender) => (
            <tr key={spender.userId}>
              <td>
                <PersonLink person={spender} />
              </td>
              <td className="right number">{formatCredit(spender.charged)}</td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}
