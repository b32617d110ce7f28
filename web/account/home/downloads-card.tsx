import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { ListCard } from '../frame/list-card.tsx'

/** Download links of client programs; renders nothing when the operator offers none. */
export function DownloadsCard() {
  const load = useLoad('downloads', (signal) =>
    call(api.site.globalConfig, { type: 'download_url' }, { signal, isQuiet: true }),
  )
  if (load.data?.items.length === 0) return null
  return (
    <ListCard title="下载客户端">
      <Loaded load={load} what="下载列表" lines={2}>
        {({ items }) => (
          <div className="downloads">
            {items.map(({ platform, label, url, version }) => (
              <OutsideLink key={url} href={url}>
                <Icon name={platform === 'web' ? 'out' : 'save'} />
                <span>
                  {label}
                  {version && <small>版本 {version}</small>}
                </span>
              </OutsideLink>
            ))}
          </div>
        )}
      </Loaded>
    </ListCard>
  )
}
