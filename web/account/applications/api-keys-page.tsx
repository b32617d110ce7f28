import { useSite } from '../../lib/site.ts'
import { Link } from '../../lib/router/link.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LoadFailed } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { useProfile } from '../profile/use-profile.ts'
import { ApiKeysCard } from './api-keys-card.tsx'
import { type UsableApplication, useApplications } from './use-applications.ts'

/** The user's API keys, where they are used, and the way to the guide. */
export default function ApiKeysPage() {
  const { creditUnit } = useSite()
  const profile = useProfile()
  const load = useApplications()
  const { data, error } = load
  return (
    <>
      <PageHead
        lead={`供您的客户端和程序使用，扣除同一账户的${creditUnit}。仅在网页上使用时无需密钥。`}
      />
      {/* above what was loaded before: a new key may be on show */}
      {error && <LoadFailed load={load} what="密钥" />}
      {data ? (
        <div className="late-cards">
          {data.applications.length + data.keys.length === 0 ? (
            <NoApplications />
          ) : (
            <ApiKeysCard {...data} email={profile.data?.user.email ?? ''} onChange={load.reload} />
          )}
          <AddressesCard applications={data.applications} />
        </div>
      ) : (
        !error && (
          <ListCard title="我的密钥">
            <Skeleton lines={5} />
          </ListCard>
        )
      )}
    </>
  )
}

/** The shop has no application that takes keys. */
function NoApplications() {
  return (
    <section className="card">
      <Empty heading="h2" title="暂无可使用密钥的应用">
        有应用支持密钥后，可在这里新建。
      </Empty>
    </section>
  )
}

/** Where keys are used: the interface of the operator's tools with its guide, and the addresses of other applications. */
function AddressesCard({ applications }: { applications: readonly UsableApplication[] }) {
  const { toolsUrl, toolsLabel } = useSite()
  const isTools = ({ url }: UsableApplication) => url?.startsWith(toolsUrl) === true
  const others = applications.filter((each) => each.url !== undefined && !isTools(each))
  const hasTools = applications.some(isTools)
  if (!hasTools && others.length === 0) return null
  return (
    <ListCard title="接口地址">
      <ul className="list">
        {hasTools && (
          <li className="list-icon">
            <Icon name="apps" />
            <span>
              {toolsLabel}（与 OpenAI 兼容）
              <small>
                <CopyButton text={`${toolsUrl}/v1`} what="接口地址" />
              </small>
            </span>
          </li>
        )}
        {others.map(({ id, name, url = '' }) => (
          <li className="list-icon" key={id}>
            <Icon name="apps" />
            <span>
              {name}
              <small>
                <OutsideLink href={url}>{url}</OutsideLink>
              </small>
            </span>
          </li>
        ))}
      </ul>
      {hasTools && (
        <p className="hint">
          使用方法：<Link to="/tutorial#clients">在客户端里使用</Link>、
          <Link to="/tutorial#api">在代码里使用</Link>。
        </p>
      )}
    </ListCard>
  )
}
